// What an edit screen is told about its record. Everything here is said once, outside the page's component.
import type { Locale } from '@kuwei/contract/constants';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { BodyOf, ReplyOf, Route } from '@kuwei/contract/route';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { usePageCall } from '../page/query.ts';
import type { Question } from '../ui/feedback.ts';

/** A write whose body a form fills. */
export type FormRoute = Route & { body: z.ZodMiniObject };
export type OneRoute = Route & { method: 'GET' };
export type RecordOf<C extends Route> = ReplyOf<C>;

type PageCall = ReturnType<typeof usePageCall>;
/** At once, or once the server has been asked. */
type Maybe<T> = T | undefined | Promise<T | undefined>;

export interface EditSpec<C extends FormRoute> {
  /** What the record is called: "Product". */
  name: PlainKey;
  /** Its body names the fields; its reply is the record. */
  create: C;
  /** Takes the same fields, and `rev` where the record has one; replies with the record. None: it cannot be changed. */
  update?: FormRoute;
  /** Replies with the record as somebody else may have saved it meanwhile. */
  get?: OneRoute;
  remove?: Route;
  /** Paths whose answers change with every write here; those below them, too. */
  changes: readonly string[];
  /** What a person calls the record. */
  nameOf: (record: RecordOf<C>, spoken: Locale) => string;
  /** Names of these come in the language on screen alone. */
  namedOnScreen?: true;
  /** What a new one begins with. */
  blank?: Partial<BodyOf<C>>;
  /** Fields that the next new one takes over from the one just saved. */
  carry?: readonly (keyof BodyOf<C> & string)[];
  /** Where one goes on who has made one, instead of to the list. */
  after?: (made: RecordOf<C>) => string;
  /** Fields that are not always there: those of one type, say. The form is refused without any other. */
  sometimes?: readonly (keyof BodyOf<C> & string)[];
  /** What is asked before saving, where what was entered may be done and may be a slip. @param before null for a new one */
  doubt?: (entered: BodyOf<C>, before: RecordOf<C> | null, call: PageCall) => Maybe<Omit<Question, 'no'>>;
  /** Saving makes a draft without effect: the question before leaving offers it. */
  draft?: true;
  /** Why the record cannot be deleted, as far as it shows: what depends on it. */
  cannotRemove?: (record: RecordOf<C>) => string | undefined;
  /** What else goes with the record when it is deleted; said in the question. */
  removes?: (record: RecordOf<C>, call: PageCall) => Maybe<ReactNode>;
}

/** An edit screen that is opened by the id of its record. */
export interface PageSpec<C extends FormRoute> extends EditSpec<C> {
  get: OneRoute;
}

/** Ties an edit screen to its routes, which type everything else. A page needs `get`; a drawer is handed its record. */
export function editOf<const C extends FormRoute>(create: C, rest: Omit<PageSpec<C>, 'create'>): PageSpec<C>;
export function editOf<const C extends FormRoute>(create: C, rest: Omit<EditSpec<C>, 'create'>): EditSpec<C>;
export function editOf<const C extends FormRoute>(create: C, rest: Omit<EditSpec<C>, 'create'>): EditSpec<C> {
  return { create, ...rest };
}

export const idOf = (record: unknown): string => (record as { id: string }).id;
export const revOf = (record: unknown): number | undefined => (record as { rev?: number }).rev;
