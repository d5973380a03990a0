import { MAIL_WAYS, type MailChoices, type MailWay } from '@kuwei/contract/mail-choice';
import { Select } from 'antd';
import { FormField } from '../../form/FormField.tsx';
import { useT } from '../../phrase/phrases.ts';

/** By relevance to users. */
const KINDS = ['TODO', 'WARN', 'NOTICE', 'SYS'] as const satisfies (keyof MailChoices)[];

/** Which kinds of messages are also sent by e-mail. The inbox has all of them. */
export const MailField = () => (
  <FormField name="mail" label="account.mail" width="full" quiet>
    <MailTable />
  </FormField>
);

/** The form passes both. */
function MailTable({ value, onChange }: { value?: MailChoices; onChange?: (value: MailChoices) => void }) {
  const t = useT();
  const options = MAIL_WAYS.map((way) => ({ value: way, label: t(`account.mail.${way}`) }));
  return (
    <table className="mail-choices">
      <thead>
        <tr>
          <th scope="col">{t('inbox.kind')}</th>
          <th scope="col">{t('account.mail.inbox')}</th>
          <th scope="col">{t('user.account.email')}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`inbox.kind.${kind}`)}</th>
            <td>{t('account.mail.always')}</td>
            <td>
              <Select
                aria-label={t('account.mail.of', { kind: t(`inbox.kind.${kind}`) })}
                value={value?.[kind]}
                options={options}
                onChange={(way: MailWay) => onChange?.({ ...value!, [kind]: way })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
