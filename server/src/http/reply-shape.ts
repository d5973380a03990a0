// What of a reply is checked: its shape and types, not the rules that people fill in forms by. What was right when it was
// written stays readable under a rule that came later, and one such row hides no list.
import type { Schema } from '@kuwei/contract/route';
import * as z from 'zod/mini';

/** Parts are shared by many replies, and made once. */
const shapes = new WeakMap<Schema, Schema>();
const TEXT = z.string();

/**
 * The same schema without lengths, bounds, formats, patterns and other checks, and without defaults: what may be left out
 * of a form may be null in a reply, but has to be there. It names the same fields, and removes or refuses others as before;
 * choices stay choices, and whole numbers whole.
 * @throws Error for a kind of schema that no reply has been made of yet: how it is checked has to be decided first
 */
export const replySchema = (schema: Schema): Schema => shapeWithin(schema, new Map());

/** @param begun the parts that this one is inside of, which are not there yet when it names them again */
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
      // A default is a courtesy to whoever fills in a form. In a reply it would answer a forgotten column as null, and the
      // next save would write that null over what is stored.
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
