// Replies are checked for shape and types, not for the rules of forms: rows stay readable under rules added later, and one
// invalid row does not break a list.
import type { Schema } from '@kuwei/contract/route';
import * as z from 'zod/mini';

/** Shared parts are converted once. */
const shapes = new WeakMap<Schema, Schema>();
const TEXT = z.string();

/**
 * The same schema without lengths, bounds, formats, patterns, other checks, and defaults: what is optional in a form is required
 * in a reply, possibly null. Fields, strictness, choices and integers stay as they are.
 * @throws Error for an unsupported kind of schema: how to check it has to be decided first
 */
export const replySchema = (schema: Schema): Schema => shapeWithin(schema, new Map());

/** @param begun the enclosing schemas, for recursive references */
function shapeWithin(schema: Schema, begun: Map<Schema, Schema>): Schema {
  const known = shapes.get(schema) ?? begun.get(schema);
  if (known) return known;
  begun.set(
    schema,
    z.lazy(() => made),
  );
  const made = withoutChecks(schema as z.core.$ZodTypes, (part) => shapeWithin(part, begun));
  shapes.set(schema, made);
  return made;
}

function withoutChecks(schema: z.core.$ZodTypes, shape: (part: Schema) => Schema): Schema {
  const { def } = schema._zod;
  const like = (parts: object): Schema => z.clone(schema, { ...def, checks: [], ...parts });
  switch (def.type) {
    case 'string':
      return TEXT;
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
    case 'never':
    case 'enum':
    case 'literal':
      return def.checks?.length ? like({}) : schema;
    case 'optional':
    case 'nullable':
      return like({ innerType: shape(def.innerType) });
    case 'default':
      // Defaults are for forms. In a reply, one would turn a forgotten column into null, and the next save would overwrite the
      // stored value with it.
      return shape(def.innerType);
    case 'array':
      return like({ element: shape(def.element) });
    case 'record':
      return like({ keyType: shape(def.keyType), valueType: shape(def.valueType) });
    case 'union':
      return like({ options: def.options.map(shape) });
    case 'object':
      return like({
        shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, shape(field)])),
        ...(def.catchall && { catchall: shape(def.catchall) }),
      });
    case 'lazy':
      return shape((schema as z.core.$ZodLazy)._zod.innerType);
    default:
      throw new Error(`the shape of a reply is not known of: ${def.type}`);
  }
}
