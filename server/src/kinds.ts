// Every kind of document that somebody decides about.
import { Kinds } from './bpm/kind.ts';
import { decideReview } from './wms/transaction/review.ts';
import { TRANSACTION_KINDS } from './wms/transaction/review-kind.ts';

export const kinds = new Kinds(Object.values(TRANSACTION_KINDS).map((kind) => ({ ...kind, decide: decideReview })));
