import type { Message } from '@kuwei/contract/sys/msg-inbox';
import type { StateLooks } from '../../ui/StateTag.tsx';

/** Whether the cause of a to-do or warning is over; notices have none. */
export const isResolved = ({ kind, ended }: Pick<Message, 'kind' | 'ended'>): boolean =>
  ended !== null && (kind === 'TODO' || kind === 'WARN');

export const messageKinds: StateLooks<Message['kind']> = {
  NOTICE: { label: 'inbox.kind.NOTICE', tone: 'info', shape: 'dot' },
  TODO: { label: 'inbox.kind.TODO', tone: 'warning', shape: 'half' },
  WARN: { label: 'inbox.kind.WARN', tone: 'danger', shape: 'triangle' },
  SYS: { label: 'inbox.kind.SYS', tone: 'quiet', shape: 'ring' },
};
