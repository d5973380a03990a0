import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { useT } from '../../phrase/phrases.ts';

/** Who sent it; the product itself where nobody did. */
export function Sender({ message }: { message: Message }) {
  const t = useT();
  return message.senderName ?? t('inbox.system');
}
