// Reviewers of a document by level, and why it needs that many levels. Part of the route table in transaction.ts.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { quotaUse } from './org-quota.ts';
import { CHAIN_REASONS } from './transaction-chain-reason.ts';

const person = z.object({ id: z.string(), name: z.string() });

const chainLevel = z.object({
  level: z.int(),
  /** Id and name of the step in the definition, target of a return. */
  step: z.string(),
  name: z.string(),
  /** Roles that may decide it. */
  roles: z.array(z.string()),
  /** `AHEAD`: an earlier level is still open. */
  state: z.enum(['APPROVED', 'RETURNED', 'REJECTED', 'CANCELED', 'OPEN', 'AHEAD']),
  /** Undecided: eligible reviewers, without applicants and those who decided an earlier level. */
  people: z.array(person),
  /** Decided: by whom, and when. */
  decidedBy: f.maybe(z.string()),
  /** The reviewer who delegated the decision. */
  decidedFor: f.maybe(z.string()),
  decidedAt: f.maybe(z.string()),
});
export type ChainLevel = z.infer<typeof chainLevel>;

const chainReason = z.object({
  reason: z.enum(CHAIN_REASONS),
  /** Names of the first products concerned; empty if it concerns the document. */
  products: z.array(z.string()),
  /** Number of products concerned. */
  count: z.int(),
  /** `VALUE` (CNY) and `QTY`: the document's amount, and the limit it exceeds. */
  amount: f.maybe(z.string()),
  limit: f.maybe(z.string()),
});
export type ChainReason = z.infer<typeof chainReason>;

export const transactionChain = z.object({
  /** Of the last submission; empty before the first, and if no review is needed. */
  levels: z.array(chainLevel),
  /** Why it needs more than the minimum number of levels. */
  reasons: z.array(chainReason),
  /** Deposits only: the owner's quota and usage in this warehouse. */
  quota: z.nullable(quotaUse),
  /** Per product of the document: the owner's stock in this warehouse, base unit, and its earliest expiry. */
  stock: z.array(z.object({ productId: z.string(), qty: z.string(), expiresOn: z.nullable(z.string()) })),
  /** Storekeepers and how to contact them; phone numbers only while the document is open. */
  keepers: z.array(z.object({ ...person.shape, phone: f.maybe(z.string()) })),
});
export type TransactionChain = z.infer<typeof transactionChain>;
