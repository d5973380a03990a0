// Names, contacts and titles are single-line texts, in every call.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allRoutes } from '../src/routes.ts';

const LINES = /^(name|nameEn|contact|title|titleEn|label|campus|brand|maker|spec|grade)$/;
/** A bidi mark, a bell, a line break. */
const SENT = '甲\u202e乙\u0007丙\n丁\u200f';
const KEPT = '甲乙 丙 丁';

type Schema = z.core.$ZodType;

/** Paths of such fields in a body, at any depth. */
function linesIn(schema: Schema, path: string): [path: string, field: Schema][] {
  const { def } = schema._zod as {
    def: { type: string; innerType?: Schema; element?: Schema; options?: Schema[]; shape?: object };
  };
  if (def.innerType) return linesIn(def.innerType, path);
  if (def.element) return linesIn(def.element, `${path}[]`);
  if (def.options) return def.options.flatMap((option) => linesIn(option, path));
  return Object.entries((def.shape ?? {}) as Record<string, Schema>).flatMap(([name, field]) =>
    LINES.test(name) && z.safeParse(field, 'a').success
      ? [[`${path}.${name}`, field] as [string, Schema]]
      : linesIn(field, `${path}.${name}`),
  );
}

test('[security 21] names, contacts and titles are normalized to one line without invisible characters, in every call', () => {
  const lines = allRoutes.flatMap((route) =>
    route.body === undefined || route.body === 'file' ? [] : linesIn(route.body, `${route.method} ${route.path}`),
  );
  expect(lines.length).toBeGreaterThan(20);
  // Machine-readable names are refused rather than normalized.
  const wrong = lines.flatMap(([path, field]) => {
    const { success, data } = z.safeParse(field, SENT);
    return success && data !== KEPT ? [path] : [];
  });
  expect(wrong).toEqual([]);
});
