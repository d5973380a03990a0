// Finding a record by what people call it, from anywhere in the console.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';
import { length, must, type Rule } from '../kit/rule.ts';
import { TRANSACTION_STATES } from '../wms/transaction-state.ts';
import { TRANSACTION_TYPES } from '../wms/transaction-type.ts';

const FIND_MIN = 2;
const FIND_MAX = 100;
/** Fewer letters or digits find nearly everything; one Chinese character is a word, such as a surname. */
export const isFindable = (text: string): boolean => text.length >= FIND_MIN || /\p{Script=Han}/u.test(text);
const findable: Rule = (value) =>
  isFindable(String(value)) ? undefined : { key: 'rule.length', params: { min: FIND_MIN, max: FIND_MAX } };
/** Of each kind. */
export const FOUND_MAX = 6;

const record = { id: z.string(), code: z.string(), name: z.string() };

/** Records by kind, the likeliest first. A kind that the caller may not look at is empty. */
const found = z.object({
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
export type Found = z.infer<typeof found>;

export const findRoutes = routes({
  find: {
    method: 'GET',
    path: '/sys/find',
    summary:
      'Documents, products, batches, boxes, organisations and people that the caller may look at, by number, code, name, CAS or pinyin',
    needs: 'signed-in',
    query: z.strictObject({ q: z.string().check(z.trim(), must(findable, length(1, FIND_MAX))) }),
    reply: found,
  },
});
