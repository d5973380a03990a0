// On a document's page: the approver's actions other than the decision, or a button to open the decision.
import type { Work } from '@kuwei/contract/bpm/work';
import { useEffect, useEffectEvent } from 'react';
import { DecideButton } from './DecideButton.tsx';
import { TaskMenu } from './TaskMenu.tsx';
import { BIZ_TYPE, useWork } from './use-work.ts';

interface ApprovalToolsProps {
  /** Defaults to deposits, collections and transfers. */
  bizType?: string;
  bizId: string;
  no: string;
  rev: number;
  /** The page has its own decision buttons. */
  decidesHere: boolean;
  /** Passes the task to the dialogs of those buttons. */
  onTask: (task: Work['task']) => void;
  onDone: () => void;
}

export function ApprovalTools({ bizType = BIZ_TYPE, bizId, no, rev, decidesHere, onTask, onDone }: ApprovalToolsProps) {
  const { data } = useWork(bizType, bizId);
  const notifyTask = useEffectEvent(onTask);
  const task = data?.task ?? null;
  useEffect(() => notifyTask(task), [task]);
  if (!task) return null;
  return decidesHere ? (
    <TaskMenu taskId={task.id} no={no} rev={rev} onDone={onDone} />
  ) : (
    <DecideButton bizId={bizId} no={no} onDone={onDone} />
  );
}
