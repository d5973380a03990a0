// Who decides about a document, level by level, and why there are as many levels as there are. Part of the table of
// transaction.ts.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { quotaUse } from './org-quota.ts';
import { CHAIN_REASONS } from './transaction-chain-reason.ts';

const person = z.object({ id: z.string(), name: z.string() });

const chainLevel = z.object({
  level: z.int(),
  /** Id and name of the step in the definition: a return may name it. */
  step: z.string(),
  name: z.string(),
  /** Roles that may decide it. */
  roles: z.array(z.string()),
  /** `AHEAD`: the level before is still open. */
  state: z.enum(['APPROVED', 'RETURNED', 'REJECTED', 'CANCELED', 'OPEN', 'AHEAD']),
  /** Who may decide it, while nobody has: nobody who applied, or has decided already. */
  people: z.array(person),
  /** Who has decided it, and when. */
  decidedBy: f.maybe(z.string()),
  /** For whom, who was away. */
  decidedFor: f.maybe(z.string()),
  decidedAt: f.maybe(z.string()),
});
export type ChainLevel = z.infer<typeof chainLevel>;

const chainReason = z.object({
  reason: z.enum(CHAIN_REASONS),
  /** Names of the products it is about, the first of them; empty where it is about the document. */
  products: z.array(z.string()),
  /** How many products it is about. */
  count: z.int(),
  /** Of `VALUE` (CNY) and `QTY`: what the document has, and the limit it passes. */
  amount: f.maybe(z.string()),
  limit: f.maybe(z.string()),
});
export type ChainReason = z.infer<typeof chainReason>;

export const transactionChain = z.object({
  /** Of the last submission; empty before the first, and where nobody has to decide. */
  levels: z.array(chainLevel),
  /** Why it takes more than the least number of levels. */
  reasons: z.array(chainReason),
  /** Of a deposit: what its owner has of the quota in this warehouse. */
  quota: z.nullable(quotaUse),
  /** Of each product of the document: what its owner has in this warehouse, base unit, and the first day on which some of it expires. */
  stock: z.array(z.object({ productId: z.string(), qty: z.string(), expiresOn: z.nullable(z.string()) })),
  /** Who puts away and hands out, and how whoever comes reaches them; their phones while the document is open. */
  keepers: z.array(z.object({ ...person.shape, phone: f.maybe(z.string()) })),
});
export type TransactionChain = z.infer<typeof transactionChain>;
