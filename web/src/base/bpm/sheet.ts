// A document in the window in which somebody decides: its kind draws it, and says when it is in sight.
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';

/** What was looked at, once it is in sight. */
export interface SheetState {
  rev: number;
  /** A reason has to be given with an approval. */
  mustSay: boolean;
  /** What of it is granted less than was asked for. */
  cut: NonNullable<BodyOf<(typeof transactionRoutes)['approveTransaction']>['lines']>;
  /** What is typed in cannot be granted. */
  wrong: boolean;
}

export interface SheetProps {
  bizId: string;
  /** An approval would be the last one. */
  isLast: boolean;
  onSeen: (seen: SheetState) => void;
  /** Why the last approval was refused. */
  error: Error | null;
}
