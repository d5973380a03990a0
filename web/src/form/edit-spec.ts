// Types for declaring an edit screen, outside the page's component.
import type { Locale } from '@kuwei/contract/constants';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { BodyOf, ReplyOf, Route } from '@kuwei/contract/route';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { usePageCall } from '../page/query.ts';
import type { Question } from '../ui/feedback.ts';

/** A write with a body from a form. */
export type FormRoute = Route & { body: z.ZodMiniObject };
export type OneRoute = Route & { method: 'GET' };
export type RecordOf<C extends Route> = ReplyOf<C>;

type PageCall = ReturnType<typeof usePageCall>;
/** Synchronous, or after a request. */
type Maybe<T> = T | undefined | Promise<T | undefined>;

export interface EditSpec<C extends FormRoute> {
  /** Name of the record type: "Product". */
  name: PlainKey;
  /** Its body names the fields; its response is the record. */
  create: C;
  /** Takes the same fields, and `rev` if the record has one; returns the record. Omit for immutable records. */
  update?: FormRoute;
  /** Returns the current record, in case another user has saved it. */
  get?: OneRoute;
  remove?: Route;
  /** Paths that every write here makes stale, including those below them. */
  changes: readonly string[];
  /** Name of the record for the user. */
  nameOf: (record: RecordOf<C>, spoken: Locale) => string;
  /** Names are available in the current language only. */
  namedOnScreen?: true;
  /** Initial values of a new record. */
  blank?: Partial<BodyOf<C>>;
  /** Fields copied from a saved record to the next new one. */
  carry?: readonly (keyof BodyOf<C> & string)[];
  /** Where to go after creating a record, instead of to the list. */
  after?: (made: RecordOf<C>) => string;
  /** Optional fields that only some forms show, such as those of one type. Any other missing field is an error. */
  conditional?: readonly (keyof BodyOf<C> & string)[];
  /** A confirmation before saving, for valid input that may be a mistake. @param before null for a new record */
  confirm?: (entered: BodyOf<C>, before: RecordOf<C> | null, call: PageCall) => Maybe<Omit<Question, 'no'>>;
  /** Saving creates a draft without effect: the dialog before leaving offers it. */
  draft?: true;
  /** Saving keeps a draft, which this submits: offered beside it, as the main action. */
  submit?: {
    label: PlainKey;
    route: Route;
    /** What a notice says afterwards. */
    done: (record: RecordOf<C>) => string;
  };
  /** Why the record cannot be deleted, as far as is known: what depends on it. */
  cannotRemove?: (record: RecordOf<C>) => string | undefined;
  /** What else is deleted with the record; shown in the confirmation. */
  dependents?: (record: RecordOf<C>, call: PageCall) => Maybe<ReactNode>;
}

/** An edit screen opened by record id. */
export interface PageSpec<C extends FormRoute> extends EditSpec<C> {
  get: OneRoute;
}

/** Declares an edit screen by its routes, which type the rest. A page needs `get`; a drawer is given its record. */
export function editOf<const C extends FormRoute>(create: C, rest: Omit<PageSpec<C>, 'create'>): PageSpec<C>;
export function editOf<const C extends FormRoute>(create: C, rest: Omit<EditSpec<C>, 'create'>): EditSpec<C>;
export function editOf<const C extends FormRoute>(create: C, rest: Omit<EditSpec<C>, 'create'>): EditSpec<C> {
  return { create, ...rest };
}

export const idOf = (record: unknown): string => (record as { id: string }).id;
export const revOf = (record: unknown): number | undefined => (record as { rev?: number }).rev;
