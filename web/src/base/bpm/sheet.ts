// A document in the review dialog: its type renders it, and reports when it is shown.
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';

/** State of the sheet once it is shown. */
export interface SheetState {
  rev: number;
  /** Approval requires a comment. */
  mustSay: boolean;
  /** Lines granted with a lower quantity than requested. */
  cut: NonNullable<BodyOf<(typeof transactionRoutes)['approveTransaction']>['lines']>;
  /** The quantities entered are invalid. */
  wrong: boolean;
}

export interface SheetProps {
  bizId: string;
  /** Approval would be the final one. */
  isLast: boolean;
  onSeen: (seen: SheetState) => void;
  /** Error of the last approval. */
  error: Error | null;
}
