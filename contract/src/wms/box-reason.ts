import * as z from 'zod/mini';

/** Why a box is left out where only those that can take the goods are asked for. */
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

/** Boxes left out by reason, the most frequent first; each counts once. */
export const boxRefusals = z.array(z.object({ reason: z.enum(BOX_REASONS), count: z.int() }));
export type BoxRefusals = z.infer<typeof boxRefusals>;
