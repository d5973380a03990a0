// When an approval requires a reason. No zod here: shared by console and server.
import type { RequestType } from './transaction-type.ts';

interface Approval {
  type: RequestType;
  /** Final approval of the request, whatever the level of the step. */
  isLast: boolean;
  /** Incoming goods are expired. */
  isExpired: boolean;
}

/** Expired goods are admitted only by the final decision, with a reason. */
export const needsReason = ({ type, isLast, isExpired }: Approval): boolean => type === 'INBOUND' && isLast && isExpired;
