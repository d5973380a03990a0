// Open tasks of the caller by kind, derived from document states, never from messages.
import * as z from 'zod/mini';
import { routes } from '../kit/route.ts';
import { ORG_TYPES } from '../kit/org.ts';
import { REVIEWED_TYPES, TODO_KINDS } from './todo-kinds.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** Documents listed per kind; the count is complete. */
export const TODO_SHOWN = 3;

const todoDocument = z.object({
  id: z.string(),
  no: z.string(),
  /** Owner of the goods. */
  ownerName: z.string(),
  applicantName: z.string(),
  /** In this state since. */
  since: z.string(),
  /** The page to do it on, in the section of the role that may. */
  link: z.string(),
});

const todo = z.object({
  kind: z.enum(TODO_KINDS),
  type: z.enum([...TRANSACTION_TYPES, ...REVIEWED_TYPES]),
  /** The organisation acted for: the owner of the goods, or the operator of the warehouse. */
  org: z.object({ id: z.string(), name: z.string(), type: z.enum(ORG_TYPES) }),
  /** False: the session acts for another organisation of that type and has to switch first. */
  chosen: z.boolean(),
  count: z.int(),
  /** The filtered list, or the only document. */
  link: z.string(),
  /** Those waiting longest. */
  documents: z.array(todoDocument),
});
export type Todo = z.infer<typeof todo>;

export const todoRoutes = routes({
  listMyTodos: {
    method: 'GET',
    path: '/wms/transaction/todo/by-me',
    summary: 'What documents wait for the caller, under any of their roles and organisations, by kind',
    needs: 'signed-in',
    reply: z.array(todo),
  },
});
