// Words of the place tree that several files share. No zod: labels and maps draw from it.
import type { ErrorCode } from '../kit/error.ts';
import { LABEL_LETTERS, labelCodeIn } from './label.ts';

export const CONTAINER_TYPES = ['ROOM', 'CABINET', 'SHELF', 'FRIDGE', 'GAS_RACK', 'CAGE'] as const;
export type ContainerType = (typeof CONTAINER_TYPES)[number];

/**
 * Types whose walls keep goods apart: storage groups must be compatible within the nearest of these above a box, or,
 * where there is none, within the box's own container.
 */
export const SEGREGATING: readonly ContainerType[] = ['CABINET', 'FRIDGE', 'GAS_RACK', 'CAGE'];

/** QUARANTINE: goods in dispute lie there, and cannot be collected. */
export const BOX_TYPES = ['SHARED', 'EXCLUSIVE', 'QUARANTINE'] as const;
export const MIX_POLICIES = ['EMPTY', 'SAME_PRODUCT', 'SAME_OWNER', 'MIXED'] as const;
export const BOX_STATES = ['ACTIVE', 'LOCKED', 'RETIRED'] as const;
/** Reasons a person gives; COUNT is the stock count's own. */
export const LOCK_REASONS_GIVEN = ['MAINTENANCE', 'SAFETY'] as const;
export const LOCK_REASONS = ['COUNT', ...LOCK_REASONS_GIVEN] as const;

export const CONTAINER_DEPTH_MAX = 8;
export const GENERATE_MAX = 5_000;

/** What the code on the label of a box holds besides its letter. */
export const boxCode = (token: string): string => `${LABEL_LETTERS.BOX}${token}`;
/**
 * The token in what a scanner read, whichever address the console had when the label was printed, also on labels of former
 * years; null for other codes.
 */
export const boxTokenIn = (scanned: string): string | null => {
  const code = labelCodeIn(scanned);
  if (code !== null) return code[0]!.toUpperCase() === LABEL_LETTERS.BOX ? code.slice(1) : null;
  return /\/admin\/wms\/warehouse-box\/by-qr\/([\w-]{1,64})$/.exec(scanned.trim())?.[1] ?? null;
};

/** Rules of places that goods lying there may break when the place changes. */
export const STANDING_ERRORS = [
  'BOX_CAPACITY',
  'BOX_CONDITION',
  'BOX_INCOMPATIBLE',
  'BOX_OWNER',
  'BOX_MIX',
] as const satisfies readonly ErrorCode[];

/** Rules of places that goods on their way in or out may break. */
export const PLACE_ERRORS = [
  ...STANDING_ERRORS,
  'BOX_LOCKED',
  'BOX_QUARANTINE',
  'BOX_IN_COUNT',
  'BOX_RETIRED',
  'KEEPERS_NEEDED',
] as const satisfies readonly ErrorCode[];

/** What rooms and limits of boxes are counted in. */
export const MEASURES = ['volume', 'mass'] as const;
export type Measure = (typeof MEASURES)[number];
