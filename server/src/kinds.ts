// Every kind of document that somebody decides about.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kinds, type Decidable, type Kind } from './bpm/kind.ts';
import { CASE_KIND } from './wms/after-sales/kind.ts';
import { decideCase } from './wms/after-sales/steps.ts';
import { COUNT_KIND } from './wms/inventory/kind.ts';
import { decideCount } from './wms/inventory/review.ts';
import { SHARE_KIND } from './wms/share/kind.ts';
import { decideShare } from './wms/share/review.ts';
import { decideReview } from './wms/transaction/review.ts';
import { TRANSACTION_KINDS } from './wms/transaction/review-kind.ts';

const FOLDER = join(import.meta.dirname, 'wms/transaction/definitions');

const decidable = (kind: Kind, decide: Decidable['decide']): Decidable => ({
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
