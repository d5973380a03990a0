// When an approval has to say why. No zod here: console and server ask the same.
import type { RequestType } from './transaction-type.ts';

interface Approval {
  type: RequestType;
  /** With it the request is approved for good, whatever the level of its step. */
  isLast: boolean;
  /** Something that is to come in is past its day. */
  isExpired: boolean;
}

/** Expired goods are let in by the last decision, and with a reason only. */
export const needsReason = ({ type, isLast, isExpired }: Approval): boolean => type === 'INBOUND' && isLast && isExpired;
