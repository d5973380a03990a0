import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { langOf, useT } from '../../phrase/phrases.ts';

/** Who sent it; the product itself where nobody did. */
export function Sender({ message }: { message: Message }) {
  const t = useT();
  const name = message.senderName ?? t('inbox.system');
  return <span lang={langOf(name)}>{name}</span>;
}
