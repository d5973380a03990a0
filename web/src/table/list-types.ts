// Types for declaring a list, outside the page's component.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ImportsRoutes } from '@kuwei/contract/workbook/workbook';
import type { QueryOf, ReplyOf, Route } from '@kuwei/contract/route';
import type { ComponentType, ReactNode } from 'react';
import type * as z from 'zod/mini';

/** A route that returns pages of rows. */
export type ListRoute = Route & { method: 'GET'; query: z.ZodMiniObject };
export type RowOf<R extends ListRoute> = ReplyOf<R> extends { list: readonly (infer T)[] } ? T : never;

type NameOf<Sort> = Sort extends `-${infer Name}` ? Name : Sort;
/** Columns that the server can sort by. */
export type SortOf<R extends ListRoute> = NameOf<Exclude<QueryOf<R>['sort' & keyof QueryOf<R>], undefined>> & string;
/** Query parameters that filter. */
export type FilterName<R extends ListRoute> = Exclude<keyof QueryOf<R>, 'page' | 'size' | 'sort' | 'q'> & string;

/** Query parameters fixed by a page for its list: sent with every call, and not in the address. */
export type FixedQuery<R extends ListRoute> = Partial<Omit<QueryOf<R>, 'page' | 'size' | 'sort' | 'q'>>;

export interface Column<Row, Sort extends string = string> {
  key: string;
  title: PlainKey;
  /**
   * A column is as wide as its content, within limits, and shrinks if space is short; until the user resizes it. `grow`: takes the
   * remaining
   * width. `whole`: not truncated, like states and right-aligned columns.
   */
  width?: 'grow' | 'whole';
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  /** The first click sorts descending: for times and amounts. */
  descFirst?: true;
  align?: 'right';
  /** Hidden by default; `en`: in English only, whose words leave no space for it on a 1440 px screen. */
  hidden?: boolean | 'en';
  pinned?: true;
  /** Text for the copy button beside the cell. */
  copy?: (row: Row) => string | null;
  /** Slot on a card, on narrow screens; columns without one are omitted there. */
  card?: 'title' | 'code' | 'state' | 'fact';
}

/** A filter and the query parameters it sets. Values are texts as in the address. */
export interface Filter<Name extends string = string> {
  names: readonly Name[];
  label: PlainKey;
  Control: ComponentType<FilterControlProps>;
}
export interface FilterControlProps {
  label: string;
  /** By parameter name; unset ones are missing. */
  values: Readonly<Record<string, string>>;
  onChange: (patch: Readonly<Record<string, string | null>>) => void;
}

export interface ListSpec<R extends ListRoute> {
  route: R;
  /** Key of the user's arrangement of this list: columns, row height, views. */
  name: string;
  /** In default order; the first one links to the record, is pinned, and cannot be hidden. */
  columns: readonly Column<RowOf<R>, SortOf<R>>[];
  /** The first three are always visible. */
  filters?: readonly Filter<FilterName<R>>[];
  /** Placeholder of the search field, naming the searched fields. Omit for no search. */
  search?: PlainKey;
  /** Minimum number of characters for a search. */
  searchMin?: number;
  /** Default sort order. */
  sort: SortOf<R> | `-${SortOf<R>}`;
  /** Name of a row for the user. */
  nameOf: (row: RowOf<R>) => string;
  keyOf?: (row: RowOf<R>) => string;
  /** Keyset instead of numbered pagination: the query parameter of the page start, and its value after a row. */
  after?: { name: FilterName<R>; of: (row: RowOf<R>) => string };
}

/** Filters and sorts of the server that the screen deliberately does not offer; listed so that none is forgotten. */
interface NotOffered<R extends ListRoute> {
  /** Query parameters set by links, other screens or the page itself. */
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
 * Declares a list for a route, which types its rows, sorts and filters.
 * @returns the list; a type that names the forgotten filters or sorts if there are any
 */
export const listOf = <const R extends ListRoute, const S extends Spec<R>>(
  route: R,
  rest: S,
): [Forgotten<R, S>] extends [never] ? ListSpec<R> : Forgotten<R, S> =>
  ({ route, ...(rest as Spec<R>) }) satisfies ListSpec<R> as never;

/** The primary action of a list. */
export interface PrimaryAction {
  label: string;
  /** Address of a page. */
  to?: string;
  run?: () => void;
  /** The call it makes: users who may not make it don't see the action. */
  route?: Pick<Route, 'needs'>;
}

/** Import routes of a record type. */
export interface Importer {
  /** Name of the record type. */
  name: PlainKey;
  /** Title of the dialog; defaults to importing the record type. */
  title?: PlainKey;
  /** Hint on file contents, instead of the general one. */
  about?: PlainKey;
  route: Route & { method: 'POST'; body: 'file' };
  template?: FileRoute;
  /** Routes of past imports and their undo; omit if imports cannot be undone. */
  history?: ImportsRoutes;
}

/** A route that takes the query of a list and returns a workbook. */
export type FileRoute = Route & { method: 'GET'; reply: 'file' };
export type ExportRoute = Route & { method: 'GET'; reply: 'sheet' };

export interface RowAction {
  key: string;
  label: string;
  /** Address of a page; a real link. */
  to?: string;
  run?: () => void | Promise<void>;
  danger?: boolean;
  /** Why it is disabled; the action stays visible. */
  reason?: string | undefined;
  /** The call it makes: users who may not make it don't see the action. */
  route?: Pick<Route, 'needs'>;
}
