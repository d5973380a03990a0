// What a list is told about itself. Everything here is said once, outside the page's component.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ImportsRoutes } from '@kuwei/contract/workbook/workbook';
import type { QueryOf, ReplyOf, Route } from '@kuwei/contract/route';
import type { ComponentType, ReactNode } from 'react';
import type * as z from 'zod/mini';

/** A route that answers pages of rows. */
export type ListRoute = Route & { method: 'GET'; query: z.ZodMiniObject };
export type RowOf<R extends ListRoute> = ReplyOf<R> extends { list: readonly (infer T)[] } ? T : never;

type NameOf<Sort> = Sort extends `-${infer Name}` ? Name : Sort;
/** Columns that the server sorts by. */
export type SortOf<R extends ListRoute> = NameOf<Exclude<QueryOf<R>['sort' & keyof QueryOf<R>], undefined>> & string;
/** Parts of the query that filter. */
export type FilterName<R extends ListRoute> = Exclude<keyof QueryOf<R>, 'page' | 'size' | 'sort' | 'q'> & string;

/** Parts of the query that a page has chosen for its list: sent with every call, and not in the address. */
export type FixedQuery<R extends ListRoute> = Partial<Omit<QueryOf<R>, 'page' | 'size' | 'sort' | 'q'>>;

export interface Column<Row, Sort extends string = string> {
  key: string;
  title: PlainKey;
  /**
   * A column is as wide as its words, within reason, and gives way where there is no room for all of them; until a person
   * drags it. `grow`: takes what the others leave. `whole`: is not cut, as are neither states nor what stands at the right.
   */
  width?: 'grow' | 'whole';
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  /** The first click sorts downwards: for times and amounts. */
  descFirst?: true;
  align?: 'right';
  /** Not shown until somebody asks for it; `en`: in English, whose words leave it no room on a screen of 1440 px. */
  hidden?: boolean | 'en';
  pinned?: true;
  /** Text that a button beside the cell copies. */
  copy?: (row: Row) => string | null;
  /** Place on a card, where there is no room for a table; columns without one are left out there. */
  card?: 'title' | 'code' | 'state' | 'fact';
}

/** A filter, with the parts of the query it sets. Values are texts as the address has them. */
export interface Filter<Name extends string = string> {
  names: readonly Name[];
  label: PlainKey;
  Control: ComponentType<FilterControlProps>;
}
export interface FilterControlProps {
  label: string;
  /** By name; a part that is not set is missing. */
  values: Readonly<Record<string, string>>;
  onChange: (patch: Readonly<Record<string, string | null>>) => void;
}

export interface ListSpec<R extends ListRoute> {
  route: R;
  /** Names the list among what a person has arranged: columns, row height, views. */
  name: string;
  /** In their first order; the first one leads to the record, is pinned, and cannot be hidden. */
  columns: readonly Column<RowOf<R>, SortOf<R>>[];
  /** The first three are always in sight. */
  filters?: readonly Filter<FilterName<R>>[];
  /** What free text looks through: the field's placeholder. No field where left out. */
  search?: PlainKey;
  /** Characters that a search takes at least. */
  searchMin?: number;
  /** Order where the address names none. */
  sort: SortOf<R> | `-${SortOf<R>}`;
  /** What the person calls a row. */
  nameOf: (row: RowOf<R>) => string;
  keyOf?: (row: RowOf<R>) => string;
  /** Pages by key instead of number: the part of the query that says where the next page begins, and its value after a row. */
  after?: { name: FilterName<R>; of: (row: RowOf<R>) => string };
}

/** What the server can do for a list and its screen does not offer, named so that nothing is forgotten. */
interface NotOffered<R extends ListRoute> {
  /** Parts of the query that links, other screens or the page itself set. */
  filtersElsewhere?: readonly FilterName<R>[];
  sortsElsewhere?: readonly SortOf<R>[];
}
type Spec<R extends ListRoute> = Omit<ListSpec<R>, 'route'> & NotOffered<R>;

type NamesIn<F> = F extends readonly Filter<infer N>[] ? N : never;
type Offered<S> =
  | (S extends { filters: infer F } ? NamesIn<F> : never)
  | (S extends { filtersElsewhere: readonly (infer N)[] } ? N : never)
  | (S extends { after: { name: infer N } } ? N : never);
type Sorted<S> =
  | (S extends { columns: readonly (infer C)[] } ? (C extends { sort?: infer N } ? N : never) : never)
  | (S extends { sortsElsewhere: readonly (infer N)[] } ? N : never);

type Forgotten<R extends ListRoute, S> =
  | `no filter for ${Exclude<FilterName<R>, Offered<S>>}`
  | `no column sorts by ${Exclude<SortOf<R>, Sorted<S>>}`;

/**
 * Ties a list to its route, whose rows, sorts and filters type everything else.
 * @returns a list; what names a filter or an order that was forgotten, and is no list, where one was
 */
export const listOf = <const R extends ListRoute, const S extends Spec<R>>(
  route: R,
  rest: S,
): [Forgotten<R, S>] extends [never] ? ListSpec<R> : Forgotten<R, S> =>
  ({ route, ...(rest as Spec<R>) }) satisfies ListSpec<R> as never;

/** The one thing to do that a list offers above all. */
export interface PrimaryAction {
  label: string;
  /** Address of a page. */
  to?: string;
  run?: () => void;
}

/** Routes by which a workbook becomes records. */
export interface Importer {
  /** What the records are called. */
  name: PlainKey;
  /** Heading of the window, where that is not the import of what the records are called. */
  title?: PlainKey;
  /** What files may hold, in the place of what all may. */
  about?: PlainKey;
  route: Route & { method: 'POST'; body: 'file' };
  template?: ExportRoute;
  /** Imports that were written, and their undo; left out where nothing is undone. */
  history?: ImportsRoutes;
}

/** A route that takes the query of a list and answers a workbook. */
export type ExportRoute = Route & { method: 'GET'; reply: 'file' };

export interface RowAction {
  key: string;
  label: string;
  /** Address of a page; a real link. */
  to?: string;
  run?: () => void | Promise<void>;
  danger?: boolean;
  /** Why it cannot be done now; the action stays in sight. */
  reason?: string | undefined;
}
