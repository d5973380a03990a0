// Global search for records by name, number or code.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';
import { length, must, type Rule } from '../kit/rule.ts';
import { TRANSACTION_STATES } from '../wms/transaction-state.ts';
import { TRANSACTION_TYPES } from '../wms/transaction-type.ts';

const FIND_MIN = 2;
const FIND_MAX = 100;
/** Shorter texts match nearly everything; but one Chinese character is a word, such as a surname. */
export const isFindable = (text: string): boolean => text.length >= FIND_MIN || /\p{Script=Han}/u.test(text);
const findable: Rule = (value) =>
  isFindable(String(value)) ? undefined : { key: 'rule.length', params: { min: FIND_MIN, max: FIND_MAX } };
/** Per record type. */
export const FOUND_MAX = 6;

const record = { id: z.string(), code: z.string(), name: z.string() };

/** Matches by type, best first. Types that the caller may not read are empty. */
const foundRecords = z.object({
  documents: z.array(
    z.object({
      ...record,
      type: z.enum(TRANSACTION_TYPES),
      state: z.enum(TRANSACTION_STATES),
      reversal: z.boolean(),
      reversed: z.boolean(),
    }),
  ),
  products: z.array(z.object({ ...record, cas: f.maybe(z.string()) })),
  batches: z.array(z.object(record)),
  boxes: z.array(z.object(record)),
  orgs: z.array(z.object(record)),
  users: z.array(z.object(record)),
});
export type Found = z.infer<typeof foundRecords>;

export const findRoutes = routes({
  find: {
    method: 'GET',
    path: '/sys/find',
    summary:
      'Documents, products, batches, boxes, organisations and people that the caller may look at, by number, code, name, CAS or pinyin',
    needs: 'signed-in',
    query: z.strictObject({ q: z.string().check(z.trim(), must(findable, length(1, FIND_MAX))) }),
    reply: foundRecords,
  },
});
