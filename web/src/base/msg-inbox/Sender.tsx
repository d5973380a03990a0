import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { langOf, useT } from '../../phrase/phrases.ts';

/** Sender of a message; the product itself if it was sent automatically. */
export function Sender({ message }: { message: Message }) {
  const t = useT();
  const name = message.senderName ?? t('inbox.system');
  return <span lang={langOf(name)}>{name}</span>;
}
