// Replies with a document's state also say whether it was reversed.
import type * as z from 'zod/mini';
import { TRANSACTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { expect, test } from 'vitest';
import { allRoutes } from '../routes.ts';

interface Def {
  shape?: Record<string, z.ZodMiniType>;
  entries?: Record<string, string>;
  options?: z.ZodMiniType[];
  items?: z.ZodMiniType[];
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
}
const defOf = (schema: z.ZodMiniType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** Every object in a schema, by its path. */
function* objectsIn(schema: z.ZodMiniType, path: string): Generator<[path: string, shape: Record<string, z.ZodMiniType>]> {
  const { shape, options = [], items = [], innerType, element, in: read, out, valueType } = defOf(schema);
  if (shape) yield [path, shape];
  for (const [key, part] of Object.entries(shape ?? {})) yield* objectsIn(part, `${path}.${key}`);
  for (const part of [...options, ...items, innerType, element, read, out, valueType]) if (part) yield* objectsIn(part, path);
}

const isDocumentState = (schema: z.ZodMiniType): boolean => {
  const { entries, innerType } = defOf(schema);
  if (entries) return TRANSACTION_STATES.every((state) => Object.values(entries).includes(state));
  return innerType !== undefined && isDocumentState(innerType);
};

/** Open documents only, which cannot have been reversed. */
const OPEN = ['GET /wms/org/{id}/owned.documents', 'GET /wms/product-box/{id}/reservations'];
/** States before and after a step. */
const STEPS = ['GET /wms/transaction/{id}/record'];

test("[F-3U1] a reply with a document's state says whether it was reversed", () => {
  const silent = allRoutes.flatMap((route) => {
    if (!('reply' in route) || typeof route.reply !== 'object') return [];
    return [...objectsIn(route.reply as z.ZodMiniType, `${route.method} ${route.path}`)]
      .filter(([, shape]) => Object.values(shape).some(isDocumentState) && !('reversed' in shape))
      .map(([path]) => path);
  });
  expect([...new Set(silent)].toSorted()).toEqual([...OPEN, ...STEPS].toSorted());
});
