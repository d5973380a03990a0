import * as z from 'zod/mini';
import { normalizeText } from '../kit/normalize-text.ts';
import * as rule from '../kit/rule.ts';

/** Batch number, may be empty. Normalized: full-width `A20260１` and plain `A202601` are one number. */
export const batchNo = z.string().check(z.overwrite(normalizeText), rule.must(rule.atMost(64)));

/** Case-insensitive key of a batch within its product: `ct-a` equals `CT-A`. The column `folded` of `wms_batch`. */
export const foldBatchNo = (no: string): string => normalizeText(no).toLowerCase();
