import type { Message } from '@kuwei/contract/sys/msg-inbox';
import type { StateLooks } from '../../ui/StateTag.tsx';

/** True for a to-do or a warning whose cause is over; a notice says what has been. */
export const isResolved = ({ kind, ended }: Pick<Message, 'kind' | 'ended'>): boolean =>
  ended !== null && (kind === 'TODO' || kind === 'WARN');

export const messageKinds: StateLooks<Message['kind']> = {
  NOTICE: { label: 'inbox.kind.NOTICE', tone: 'info', shape: 'dot' },
  TODO: { label: 'inbox.kind.TODO', tone: 'warning', shape: 'half' },
  WARN: { label: 'inbox.kind.WARN', tone: 'danger', shape: 'triangle' },
  SYS: { label: 'inbox.kind.SYS', tone: 'quiet', shape: 'ring' },
};
