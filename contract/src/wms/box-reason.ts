import * as z from 'zod/mini';

/** Why a box cannot take the goods. */
export const BOX_REASONS = [
  'BOX_CAPACITY',
  'BOX_CONDITION',
  'BOX_GROUP',
  'BOX_INCOMPATIBLE',
  'BOX_OWNER',
  'BOX_MIX',
  'BOX_LOCKED',
  'BOX_IN_COUNT',
  'BOX_RETIRED',
  'KEEPERS_NEEDED',
] as const;
export type BoxReason = (typeof BOX_REASONS)[number];

/** Rejected boxes by reason, most frequent first; each box counts once. */
export const boxRefusals = z.array(z.object({ reason: z.enum(BOX_REASONS), count: z.int() }));
export type BoxRefusals = z.infer<typeof boxRefusals>;
