// The six standard routes of a listed record: list, read, create, update, delete, export. Each is a plain `Route`: one that
// differs is spread (`{ ...kept.update, errors: […] }`) or written out.
import * as z from 'zod/mini';
import * as f from './field.ts';
import { pageOf } from './page.ts';
import type { Needs } from './route.ts';

type Fields = z.ZodMiniObject;

interface Read<P extends string, N extends Needs, Q extends Fields, R extends Fields> {
  path: P;
  /** With article, for the API documentation: `['a warehouse', 'Warehouses of the own organisation']`. */
  called: readonly [one: string, many: string];
  needs: N;
  query: Q;
  record: R;
}

const params = z.strictObject({ id: f.id });

/** List, single record, and list as a workbook. */
export const readRoutes = /* @__NO_SIDE_EFFECTS__ */ <
  const P extends `/${string}`,
  const N extends Needs,
  Q extends Fields,
  R extends Fields,
>({
  path,
  called: [one, many],
  needs,
  query,
  record,
}: Read<P, N, Q, R>) => ({
  export: { method: 'GET', path: `${path}/export`, summary: 'The list as a workbook', needs, query, reply: 'sheet' } as const,
  list: { method: 'GET', path, summary: many, needs, query, reply: pageOf(record) } as const,
  get: { method: 'GET', path: `${path}/{id}`, summary: sentence(one), needs, params, reply: record } as const,
});

interface Write<P extends string, N extends Needs, F extends z.core.$ZodShape, R extends Fields> {
  path: P;
  /** With article: `a warehouse`. */
  called: string;
  needs: N;
  form: z.ZodMiniObject<F>;
  record: R;
  /** If the form needs more than the default. */
  bodyMax?: number;
}

/** Create from a form, update with the version read, delete. */
export const writeRoutes = /* @__NO_SIDE_EFFECTS__ */ <
  const P extends `/${string}`,
  const N extends Needs,
  F extends z.core.$ZodShape,
  R extends Fields,
>({
  path,
  called,
  needs,
  form,
  record,
  ...more
}: Write<P, N, F, R>) => ({
  create: {
    method: 'POST',
    path,
    summary: `Create ${called}`,
    needs,
    body: form,
    reply: record,
    errors: ['CODE_TAKEN'],
    ...more,
  } as const,
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: `Change ${called}`,
    needs,
    params,
    body: f.updateOf(form),
    reply: record,
    errors: ['STALE', 'CODE_TAKEN'],
    ...more,
  } as const,
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: `Delete ${called}`,
    needs,
    params,
    reply: z.null(),
    errors: ['IN_USE_BY'],
  } as const,
});

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
