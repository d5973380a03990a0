// State transitions of batches, products and boxes, as data, checked by the server and used to enable buttons. No zod here.
import type { ErrorCode } from '../kit/error.ts';
import type { Batch } from './batch.ts';
import type { BOX_STATES } from './place.ts';
import type { ProductState } from './product.ts';
import type { Box } from './warehouse-box.ts';

type BoxState = (typeof BOX_STATES)[number];

/** For each state that a user can set: the states it can be reached from. */
type Moves<State extends string, To extends State> = Readonly<Record<To, readonly State[]>>;

/** Expired and used-up batches are final. */
export const batchMoves: Moves<Batch['status'], 'OK' | 'HOLD' | 'RECALLED'> = {
  OK: ['HOLD', 'RECALLED'],
  HOLD: ['OK'],
  RECALLED: ['OK', 'HOLD'],
};

export const productMoves: Moves<ProductState, 'ACTIVE' | 'DISABLED'> = {
  ACTIVE: ['DRAFT', 'DISABLED'],
  DISABLED: ['ACTIVE'],
};

/** RETIRED is final: ledger entries refer to its code. */
const boxMoves: Moves<BoxState, BoxState> = { ACTIVE: ['LOCKED'], LOCKED: ['ACTIVE'], RETIRED: ['ACTIVE', 'LOCKED'] };

export const mayMove = <State extends string, To extends State>(moves: Moves<State, To>, from: State, to: To): boolean =>
  moves[to].includes(from);

/** Why a box cannot be put in this state now; null when it can. */
export function boxRefusal(
  { state, lockReason, occupied }: Pick<Box, 'state' | 'lockReason' | 'occupied'>,
  to: BoxState,
): Extract<ErrorCode, 'BOX_IN_COUNT' | 'ILLEGAL_TRANSITION' | 'BOX_NOT_EMPTY'> | null {
  if (lockReason === 'COUNT') return 'BOX_IN_COUNT';
  if (!mayMove(boxMoves, state, to)) return 'ILLEGAL_TRANSITION';
  return to === 'RETIRED' && occupied ? 'BOX_NOT_EMPTY' : null;
}
