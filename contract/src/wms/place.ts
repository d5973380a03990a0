// Types and codes of places shared by several files. No zod: labels and maps use it.
import type { ErrorCode } from '../kit/error.ts';
import { LABEL_LETTERS, labelCodeIn } from './label.ts';

export const CONTAINER_TYPES = ['ROOM', 'CABINET', 'SHELF', 'FRIDGE', 'GAS_RACK', 'CAGE'] as const;
export type ContainerType = (typeof CONTAINER_TYPES)[number];

/**
 * Container types whose walls segregate goods: storage groups must be compatible within the nearest such container above a box,
 * or else within the box's own container.
 */
export const SEGREGATING: readonly ContainerType[] = ['CABINET', 'FRIDGE', 'GAS_RACK', 'CAGE'];

/** QUARANTINE: goods in dispute, not available for collection. */
export const BOX_TYPES = ['SHARED', 'EXCLUSIVE', 'QUARANTINE'] as const;
export const MIX_POLICIES = ['EMPTY', 'SAME_PRODUCT', 'SAME_OWNER', 'MIXED'] as const;
export const BOX_STATES = ['ACTIVE', 'LOCKED', 'RETIRED'] as const;
/** Reasons a user can choose; COUNT is set by stock counts. */
export const LOCK_REASONS_GIVEN = ['MAINTENANCE', 'SAFETY'] as const;
export const LOCK_REASONS = ['COUNT', ...LOCK_REASONS_GIVEN] as const;

export const CONTAINER_DEPTH_MAX = 8;
export const GENERATE_MAX = 5_000;

/** The code on a box label, without its URL. */
export const boxCode = (token: string): string => `${LABEL_LETTERS.BOX}${token}`;
/**
 * The box token in a scanned text, whatever origin the label was printed with, older label formats included; null for other
 * codes.
 */
export const boxTokenIn = (scanned: string): string | null => {
  const code = labelCodeIn(scanned);
  if (code !== null) return code[0]!.toUpperCase() === LABEL_LETTERS.BOX ? code.slice(1) : null;
  return /\/admin\/wms\/warehouse-box\/by-qr\/([\w-]{1,64})$/.exec(scanned.trim())?.[1] ?? null;
};

/** Rules that stored goods may violate when a place changes. */
export const STORED_GOODS_ERRORS = [
  'BOX_CAPACITY',
  'BOX_CONDITION',
  'BOX_INCOMPATIBLE',
  'BOX_OWNER',
  'BOX_MIX',
] as const satisfies readonly ErrorCode[];

/** Rules that incoming or outgoing goods may violate. */
export const PLACE_ERRORS = [
  ...STORED_GOODS_ERRORS,
  'BOX_LOCKED',
  'BOX_QUARANTINE',
  'BOX_IN_COUNT',
  'BOX_RETIRED',
  'KEEPERS_NEEDED',
] as const satisfies readonly ErrorCode[];

/** Measures of box capacity. */
export const MEASURES = ['volume', 'mass'] as const;
export type Measure = (typeof MEASURES)[number];
