// Sample values generated from route declarations, for tests that cover every route, including future ones.
import type { Schema } from '@kuwei/contract/route';
import * as z from 'zod/mini';

/** Texts of which one fits any text field. */
const textsFor = (id: string): string[] => [
  'x',
  id,
  'X1',
  '1',
  '2030-01-01',
  '2030-01-01T00:00:00Z',
  '13800001234',
  'x@example.org',
  'https://example.org/x',
  'ROLE_X1',
  'POWER_X1',
  '123456',
  'A long enough pass phrase 42',
];
/** A version that no record has: the request is refused as stale and changes nothing. */
const NO_VERSION = 999_999;

/**
 * A valid value of a schema, with this id wherever one is needed.
 * @param isWhole includes optional fields
 */
export function sampleOf(schema: Schema, id: string, isWhole: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const within = (part: Schema): unknown => sampleOf(part, id, isWhole);
  switch (def.type) {
    case 'object': {
      const parts = Object.entries(def.shape).map(([name, part]) => [name, name === 'rev' ? revOf(part, within) : within(part)]);
      return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
    }
    case 'optional':
    case 'default':
      return isWhole ? firstAccepted(schema, [within(def.innerType), undefined]) : undefined;
    case 'nullable':
      return isWhole ? firstAccepted(schema, [within(def.innerType), null]) : null;
    case 'array':
      return firstAccepted(schema, [[within(def.element)], []]);
    case 'union':
      return firstAccepted(schema, def.options.map(within));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'record':
      return {};
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return firstAccepted(schema, [...textsFor(id), 1, 0, true, {}, []]);
  }
}

const revOf = (part: Schema, within: (part: Schema) => unknown): unknown =>
  z.safeParse(part, NO_VERSION).success ? NO_VERSION : within(part);

/** The first valid value; if none is, the first one, so that the call returns its error. */
const firstAccepted = (schema: Schema, values: readonly unknown[]): unknown =>
  values.find((value) => z.safeParse(schema, value).success) ?? values[0];
