// Every query that lists support: each with each order and each filter, and what the database reads for it.
import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import { isDownload, type Route } from '@kuwei/contract/route';
import { escapeLiteral, type Client, type PoolClient } from 'pg';
import type * as z from 'zod/mini';
import { namedRoutes } from '../src/routes.ts';
import { rolesOf } from './_everyone.ts';
import type { Person, World } from './_world.ts';

type Value = string | number | boolean;
/** Sample values by filter name; every filter must have some. */
export type Samples = Readonly<Record<string, readonly Value[]>>;

export interface Question {
  /** `listStock manager ?sort=-qty&frozen=true` */
  name: string;
  ask: () => ReturnType<Person['send']>;
}

export interface Viewer {
  as: string;
  person: Person;
  roles: Awaited<ReturnType<typeof rolesOf>>;
}

export const VIEWERS = [
  ['manager', 'ROLE_WAREHOUSE_ADMIN', undefined],
  ['reviewer2', 'ROLE_WAREHOUSE_ADMIN', undefined],
  ['teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'],
  ['admin', 'ROLE_ADMIN', undefined],
] as const;

export const viewersOf = (world: World): Promise<Viewer[]> =>
  Promise.all(
    VIEWERS.map(async ([as, pageRole, org]) => ({
      as,
      person: await world.as(as, pageRole, org),
      roles: effectiveRoles(await rolesOf(world, as), pageRole),
    })),
  );

type Shape = Record<string, z.core.$ZodType>;
const shapeOf = (route: Route): Shape => route.query?._zod.def.shape ?? {};
const isOptional = (schema: z.core.$ZodType): boolean => ['optional', 'default'].includes(schema._zod.def.type);

/** List routes: read-only calls with a page and an order. */
export const listRoutes = namedRoutes.filter(
  ([, route]) => 'page' in shapeOf(route) && !isDownload(route) && (route.method === 'GET' || route.asks),
);

/** Values of an enum filter in the contract. */
function wordsOf(schema: z.core.$ZodType): readonly Value[] {
  const { entries, innerType, out, element } = schema._zod.def as unknown as Record<string, z.core.$ZodType> & {
    entries?: object;
  };
  if (entries !== undefined) return Object.values(entries as Record<string, Value>);
  const inside = innerType ?? out ?? element;
  return inside === undefined ? [] : wordsOf(inside);
}

function sortsOf(route: Route): Value[] {
  const inner = (shapeOf(route)['sort']!._zod.def as unknown as { innerType: z.core.$ZodEnum }).innerType;
  return Object.values(inner._zod.def.entries);
}

const PAGING = ['page', 'size', 'sort'];

/** @throws Error for a filter without samples */
export function questionsOf(viewers: readonly Viewer[], samples: Samples, which = listRoutes): Question[] {
  return which.flatMap(([name, route]) => {
    const filters = Object.entries(shapeOf(route)).filter(([filter]) => !PAGING.includes(filter));
    const valuesOf = (filter: string): readonly Value[] => {
      const values = samples[`${name}.${filter}`] ?? samples[filter] ?? wordsOf(shapeOf(route)[filter]!);
      if (values.length === 0) throw new Error(`${name}: no sample of its filter ${filter}`);
      return values;
    };
    const needed = filters.filter(([, schema]) => !isOptional(schema)).map(([filter]) => filter);
    const bases = needed.reduce<Record<string, Value>[]>(
      (made, filter) => made.flatMap((base) => valuesOf(filter).map((value) => ({ ...base, [filter]: value }))),
      [{}],
    );
    const narrowed = [
      {},
      ...filters
        .filter(([filter]) => !needed.includes(filter))
        .flatMap(([filter]) => valuesOf(filter).map((value) => ({ [filter]: value }))),
    ];
    const queries = bases.flatMap((base) =>
      sortsOf(route).flatMap((sort) => narrowed.map((filter): Record<string, Value> => ({ ...base, ...filter, sort }))),
    );
    return viewers
      .filter(({ roles }) => typeof route.needs === 'string' || isAllowed([route.needs].flat(), roles))
      .flatMap(({ as, person }) => queries.map((query) => questionOf(name, route, { as, person }, query)));
  });
}

function questionOf(
  name: string,
  route: Route,
  { as, person }: Pick<Viewer, 'as' | 'person'>,
  query: Record<string, Value>,
): Question {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  const body = route.method === 'GET' ? undefined : {};
  const path = route.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
  return {
    name: `${name} ${as} ?${decodeURIComponent(search)}`,
    ask: () => person.send(route.method, `${path}?${search}`, body),
  };
}

export interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** Records all statements that the server sends from now on. */
export function recordQueries({ database: { pool } }: World): RecordedQuery[] {
  const recorded: RecordedQuery[] = [];
  const listened = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listened.has(client)) return;
    listened.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values?: unknown[], ...rest: unknown[]) => {
      if (typeof text === 'string') recorded.push({ text, values: values ?? [] });
      return query(text, values, ...rest);
    }) as PoolClient['query'];
  });
  return recorded;
}

/** A value as an SQL literal. */
export const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Buffers read by a statement; for a prepared page, optionally only by the parts that find its keys and count. */
export async function buffersOf(client: Client, recorded: RecordedQuery, onlyKeys = false): Promise<number> {
  const plan = await planOf(client, recorded, 'analyze, buffers');
  const keys = onlyKeys ? plan.Plans?.find((node) => node['Subplan Name'] === 'CTE found') : undefined;
  const read = keys ?? plan;
  return read['Shared Hit Blocks']! + read['Shared Read Blocks']!;
}

/** Plan of a statement; generic for prepared ones. @param options of `explain` */
async function planOf(client: Client, { text, values }: RecordedQuery, options: string): Promise<Plan> {
  const how = `explain (${options}, format json)`;
  const isKept = /^\s*\/\* (kept|page) \*\//.test(text) && values.length > 0;
  if (isKept) await client.query(`set plan_cache_mode = force_generic_plan; deallocate all; prepare asked as ${text}`);
  const { rows } = isKept
    ? await client.query<Explained>(`${how} execute asked(${values.map(literal).join(', ')})`)
    : await client.query<Explained>(`${how} ${text}`, values);
  if (isKept) await client.query('reset plan_cache_mode');
  return rows[0]!['QUERY PLAN'][0].Plan;
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Subplan Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
}
interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

/** Tables with a sequential scan in a statement's plan; it is not executed. */
export async function findScannedTables(client: Client, recorded: RecordedQuery): Promise<string[]> {
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(await planOf(client, recorded, 'costs')).flatMap((node) =>
    node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined ? node['Relation Name'] : [],
  );
}
