// Helpers for body schemas: the schema of a field, the value to send, and its errors.
import { faultsOf, type Refusal } from '@kuwei/contract/rule';
import type { Schema } from '@kuwei/contract/route';
import * as z from 'zod/mini';

export type Path = readonly (string | number)[];
type Values = Readonly<Record<string, unknown>>;

interface Def {
  type: string;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
}
const defOf = (schema: Schema): Def => schema._zod.def;

/** Strips optional and default wrappers. */
function unwrapSchema(schema: Schema): Schema {
  const { innerType, in: source } = defOf(schema);
  const inside = innerType ?? source;
  return inside ? unwrapSchema(inside) : schema;
}

const shapeOf = (schema: Schema): Record<string, Schema> | undefined => defOf(unwrapSchema(schema)).shape;
export const fieldNames = (schema: Schema): string[] => Object.keys(shapeOf(schema) ?? {});

/** @throws if the body has no such field: the screen names a field that does not exist */
export function schemaAt(schema: Schema, path: Path): Schema {
  return path.reduce<Schema>((above, name) => {
    const part = typeof name === 'number' ? defOf(unwrapSchema(above)).element : shapeOf(above)?.[name];
    if (!part) throw new Error(`The body has no field ${path.join('.')}`);
    return part;
  }, schema);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The value to send: empty fields become null if allowed; fields that the body lacks are dropped. */
export function sentOf(schema: Schema, value: unknown): unknown {
  const { element } = defOf(unwrapSchema(schema));
  const shape = shapeOf(schema);
  if (isEmpty(value))
    return z.safeParse(schema, null).success ? null : z.safeParse(schema, undefined).success ? undefined : value;
  if (shape) {
    const entries = Object.entries(shape).map(([name, part]) => [name, sentOf(part, (value as Values)[name])] as const);
    return Object.fromEntries(entries.filter(([, sent]) => sent !== undefined));
  }
  if (element && Array.isArray(value)) return value.map((each) => sentOf(element, each));
  return value;
}

/** Why the schema rejects a field. Nested fields (rows) report their own errors. */
export function refusalOf(schema: Schema, value: unknown): Refusal | undefined {
  const sent = sentOf(schema, value);
  const result = z.safeParse(schema, sent, { reportInput: true });
  if (result.success) return undefined;
  if (isEmpty(sent)) return { key: 'rule.required' };
  const { element, type } = defOf(unwrapSchema(schema));
  const rows = element !== undefined && shapeOf(element) !== undefined;
  const fault = faultsOf(result.error).find(({ path }) => !rows || path === '');
  if (!fault) return undefined;
  const noNumber = type === 'number' && (fault.key === 'rule.type' || fault.key === 'rule.whole');
  if (noNumber) return { key: typeof value === 'number' ? 'form.whole' : 'rule.number' };
  return { key: fault.key, ...(fault.params && { params: fault.params }) };
}

/** All errors of the texts in a list, with the text; empty for other fields, and for a single error. */
export function listRefusedTexts(schema: Schema, value: unknown): (Refusal & { text: string })[] {
  const { element } = defOf(unwrapSchema(schema));
  if (!element || shapeOf(element) || !Array.isArray(value)) return [];
  const result = z.safeParse(schema, sentOf(schema, value), { reportInput: true });
  const faults = result.success ? [] : faultsOf(result.error).filter(({ path }) => /^\d+$/.test(path));
  return faults.length < 2 ? [] : faults.map((fault) => ({ ...fault, text: String(value[Number(fault.path)]) }));
}

/** Whether the schema accepts an empty value. */
export const isEmptyAllowed = (schema: Schema): boolean => z.safeParse(schema, sentOf(schema, undefined)).success;

/** The fields of a record that a form edits. */
export function valuesOf(schema: Schema, record: Values): Record<string, unknown> {
  return Object.fromEntries(fieldNames(schema).map((name) => [name, record[name]]));
}

/** Whether two values would be sent as the same. */
export const isSame = (schema: Schema, one: unknown, other: unknown): boolean =>
  JSON.stringify(sentOf(schema, one)) === JSON.stringify(sentOf(schema, other));

/** Fields whose values differ. */
export function changedFields(schema: Schema, before: Values, after: Values): string[] {
  return fieldNames(schema).filter((name) => !isSame(schemaAt(schema, [name]), before[name], after[name]));
}

/** Parses `units.0.factor` into a form path. */
export const pathOfText = (text: string): Path => text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
