// On the page of a document: what somebody who is asked can do besides deciding there, or the way to decide.
import type { Work } from '@kuwei/contract/bpm/work';
import { useEffect, useEffectEvent } from 'react';
import { DecideButton } from './DecideButton.tsx';
import { TaskMenu } from './TaskMenu.tsx';
import { BIZ_TYPE, useWork } from './use-work.ts';

interface ApprovalToolsProps {
  /** Of deposits, collections and transfers where left out. */
  bizType?: string;
  bizId: string;
  no: string;
  rev: number;
  /** The page has buttons of its own for the decision. */
  decidesHere: boolean;
  /** What the dialogs of those buttons need to know. */
  onTask: (task: Work['task']) => void;
  onDone: () => void;
}

export function ApprovalTools({ bizType = BIZ_TYPE, bizId, no, rev, decidesHere, onTask, onDone }: ApprovalToolsProps) {
  const { data } = useWork(bizType, bizId);
  const tell = useEffectEvent(onTask);
  const task = data?.task ?? null;
  useEffect(() => tell(task), [task]);
  if (!task) return null;
  return decidesHere ? (
    <TaskMenu taskId={task.id} no={no} rev={rev} onDone={onDone} />
  ) : (
    <DecideButton bizId={bizId} no={no} onDone={onDone} />
  );
}
