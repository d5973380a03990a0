// What documents wait for the caller, by kind: computed from their states, never from messages.
import * as z from 'zod/mini';
import { routes } from '../kit/route.ts';
import { ORG_TYPES } from '../kit/org.ts';
import { TODO_KINDS } from './todo-kinds.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** Documents named of each kind; the count says how many there are. */
export const TODO_SHOWN = 3;

const todoDocument = z.object({
  id: z.string(),
  no: z.string(),
  /** Whose goods. */
  ownerName: z.string(),
  applicantName: z.string(),
  /** Since when it stands as it does. */
  since: z.string(),
  /** Address of the page where it is done, in the section whose role may do it. */
  link: z.string(),
});

const todo = z.object({
  kind: z.enum(TODO_KINDS),
  type: z.enum(TRANSACTION_TYPES),
  /** For whom it is done: the group that owns the goods, or the organisation of the warehouse. */
  org: z.object({ id: z.string(), name: z.string(), type: z.enum(ORG_TYPES) }),
  /** False where the session works for another organisation of that type: it has to be chosen first. */
  chosen: z.boolean(),
  count: z.int(),
  /** Address of the list that shows them, or of the only one. */
  link: z.string(),
  /** Those that have waited longest. */
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
