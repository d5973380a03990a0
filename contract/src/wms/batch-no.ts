import * as z from 'zod/mini';
import { plain } from '../kit/plain.ts';
import * as rule from '../kit/rule.ts';

/** Number of a batch, may be empty: full-width `A20260１` and plain `A202601` are one number, however it is entered. */
export const batchNo = z.string().check(z.overwrite(plain), rule.must(rule.atMost(64)));

/** What batches of a product are told apart by: `ct-a` and `CT-A` are one. In the database it is `folded` of `wms_batch`. */
export const foldedBatch = (no: string): string => plain(no).toLowerCase();
