import { useT } from '../../phrase/phrases.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** Shown once, to be printed, copied or written down. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT();
  return (
    <>
      <h2>
        {t('account.second.codes')} <CopyButton text={codes.join('\n')} />
      </h2>
      <p className="account-text">{t('account.second.codesText')}</p>
      <ul className="recovery-codes" aria-label={t('account.second.codes')}>
        {codes.map((code) => (
          <li key={code} className="kw-code">
            {code}
          </li>
        ))}
      </ul>
      <button type="button" className="kw-button primary" onClick={onKept}>
        {t('account.second.kept')}
      </button>
    </>
  );
}
