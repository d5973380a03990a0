// Outgoing e-mails, for administrators.
import { MAIL_STATES, mailRoutes, type Mail } from '@kuwei/contract/sys/mail';
import { useT } from '../../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../../table/filter/choice.tsx';
import { listOf } from '../../../table/list-types.ts';
import { None } from '../../../ui/None.tsx';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';

const mailLooks: StateLooks<Mail['state']> = {
  QUEUED: { label: 'mailing.state.QUEUED', tone: 'info', shape: 'ring' },
  SENDING: { label: 'mailing.state.SENDING', tone: 'info', shape: 'half' },
  SENT: { label: 'mailing.state.SENT', tone: 'success', shape: 'check' },
  FAILED: { label: 'mailing.state.FAILED', tone: 'danger', shape: 'cross' },
  DROPPED: { label: 'mailing.state.DROPPED', tone: 'quiet', shape: 'bar' },
};

export const mailList = listOf(mailRoutes.listMails, {
  name: 'sysbase.msg-inbox.mail',
  sort: '-createdAt',
  search: 'mailing.search',
  nameOf: (mail) => mail.title ?? mail.userName,
  columns: [
    { key: 'title', title: 'sender.message', width: 'grow', card: 'title', cell: (mail) => <Title {...mail} /> },
    { key: 'state', title: 'sender.state', card: 'state', cell: ({ state }) => <StateTag look={mailLooks[state]} /> },
    { key: 'user', title: 'mailing.user', card: 'fact', cell: ({ userName }) => userName },
    { key: 'address', title: 'user.account.email', card: 'code', cell: ({ address }) => address ?? <None /> },
    { key: 'fault', title: 'mailing.fault', card: 'fact', cell: (mail) => <Fault {...mail} /> },
    {
      key: 'createdAt',
      title: 'user.account.createdAt',
      sort: 'createdAt',
      descFirst: true,
      card: 'fact',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'sentAt',
      title: 'sender.when',
      cell: ({ sentAt }) => (sentAt === null ? <None /> : <When at={sentAt} />),
    },
  ],
  filters: [choice({ name: 'state', label: 'sender.state', useOptions: phraseOptions('mailing.state', MAIL_STATES) })],
});

function Title({ kind, title, how }: Mail) {
  const t = useT();
  if (title === null) return t(`mailing.kind.${kind}`);
  return how === 'DAILY' ? t('mailing.daily', { title }) : title;
}

/** Why delivery failed: our explanation, and the mail server's response. */
function Fault({ fault, answer }: Mail) {
  const t = useT();
  if (fault === null) return <None />;
  return (
    <span title={answer ?? undefined}>
      {t(`mailing.fault.${fault}`)}
      {answer !== null && ` (${answer})`}
    </span>
  );
}
