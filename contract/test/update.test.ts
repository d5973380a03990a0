import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../src/kit/route.ts';

/** Actions and bulk calls: an omitted field is left alone. */
const OMITTED_FIELDS: Record<string, string[]> = {
  approveBatch: ['comment'],
  approveCount: ['comment'],
  approveTask: ['comment'],
  approveTransaction: ['comment', 'lines'],
  batchAccounts: ['all', 'ids'],
  batchBoxes: ['all', 'ids', 'lockReason'],
  batchListings: ['all', 'ids', 'reason'],
  batchProducts: ['all', 'ids'],
  batchRules: ['all', 'ids', 'untilDay'],
  batchWarnings: ['all', 'ids', 'reason', 'untilDay'],
  beginMode: ['minutes'],
  cancelTransaction: ['comment'],
  changeEmail: ['code', 'password'],
  cosignTransaction: ['boxes', 'code', 'password'],
  countLines: ['found', 'values'],
  decideCase: ['comment', 'solution', 'to'],
  finishTransaction: ['boxes', 'comment', 'pickupCode'],
  freezeStock: ['reason'],
  publishDefinition: ['confirmed'],
  recountLines: ['comment', 'lineIds'],
  returnCount: ['to'],
  returnTask: ['to'],
  returnTransaction: ['to'],
  setBoxState: ['lockReason'],
  signTask: ['note'],
  transferTask: ['note'],
  withdrawShare: ['comment'],
  withdrawTransaction: ['comment'],
};

async function putRoutes(): Promise<Map<string, Route>> {
  const root = join(import.meta.dirname, '../src');
  const files = ['auth', 'bpm', 'sys', 'wms'].flatMap((room) =>
    readdirSync(join(root, room)).map((file) => join(root, room, file)),
  );
  const tables = await Promise.all(files.map(async (file) => import(file) as Promise<Record<string, unknown>>));
  const routes = tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, value]) =>
      name.endsWith('Routes') ? Object.entries(value as Record<string, Route>) : [],
    ),
  );
  return new Map(routes.filter(([, route]) => route.method === 'PUT' && route.body !== undefined && route.body !== 'file'));
}

test('[F-K1] updates reject bodies that omit a field of the record, which would be erased', async () => {
  const routes = await putRoutes();
  expect(routes.size).toBeGreaterThan(25);
  const left = [...routes].map(([name, { body }]) => {
    const { shape = {} } = body as Partial<z.ZodMiniObject>;
    const names = Object.entries(shape).filter(
      ([, field]) => field instanceof z.ZodMiniDefault || field instanceof z.ZodMiniOptional,
    );
    return [name, names.map(([field]) => field).toSorted()] as const;
  });
  expect(Object.fromEntries(left.filter(([, names]) => names.length > 0))).toEqual(OMITTED_FIELDS);
});
