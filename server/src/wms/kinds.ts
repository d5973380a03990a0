// All document kinds with approval.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kinds, type DecidableKind, type Kind } from '../bpm/kind.ts';
import { CASE_KIND } from './after-sales/kind.ts';
import { decideCase } from './after-sales/steps.ts';
import { COUNT_KIND } from './inventory/kind.ts';
import { decideCount } from './inventory/review.ts';
import { SHARE_KIND } from './share/kind.ts';
import { decideShare } from './share/review.ts';
import { decideReview } from './transaction/review.ts';
import { TRANSACTION_KINDS } from './transaction/review-kind.ts';

const FOLDER = join(import.meta.dirname, 'transaction/definitions');

const decidable = (kind: Kind, decide: DecidableKind['decide']): DecidableKind => ({
  ...kind,
  shipped: readFileSync(join(FOLDER, `${kind.key}.bpmn`), 'utf8'),
  decide,
});

export const kinds = new Kinds([
  ...Object.values(TRANSACTION_KINDS).map((kind) => decidable(kind, decideReview)),
  decidable(COUNT_KIND, decideCount),
  decidable(CASE_KIND, decideCase),
  decidable(SHARE_KIND, decideShare),
]);
