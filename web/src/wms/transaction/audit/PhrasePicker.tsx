import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../../phrase/phrases.ts';

/** What is said often, to be taken over with one click. */
export function PhrasePicker({ phrases, onPick }: { phrases: readonly PlainKey[]; onPick: (text: string) => void }) {
  const t = useT();
  return (
    <div className="phrase-picker" role="group" aria-label={t('work.phrases')}>
      {phrases.map((key) => (
        <button key={key} type="button" className="kw-plain" onClick={() => onPick(t(key))}>
          {t(key)}
        </button>
      ))}
    </div>
  );
}
