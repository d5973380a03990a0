// Field types. All schemas of the contract are built from these.
import * as z from 'zod/mini';
import { oneLine, normalizeText, stripInvisible, trimVisible } from './normalize-text.ts';
import * as rule from './rule.ts';

/** Lower case, as the database writes it, because ids are compared as texts. */
export const id = z.uuid().check(z.toLowerCase());

/** Trimmed text, may be empty. @param max characters */
export const text = (max: number) => z.string().check(z.overwrite(trimVisible), rule.must(rule.atMost(max)));
export const requiredText = (max: number, min = 1) =>
  z.string().check(z.overwrite(trimVisible), rule.must(rule.required(), min > 1 ? rule.length(min, max) : rule.atMost(max)));

/** A single-line name, without invisible characters as spreadsheets leave them behind. */
export const name = (max: number) => z.string().check(z.overwrite(normalizeLine), rule.must(rule.required(), rule.atMost(max)));
/** The same, optional. */
export const maybeName = (max: number) => maybe(z.string().check(z.overwrite(normalizeLine), rule.must(rule.atMost(max))));
const normalizeLine = (text: string): string => trimVisible(oneLine(text));

/** An optional field; absent and empty are null. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z._default(z.nullable(schema), null);
export const maybeText = (max: number) => maybe(text(max));

/** Code of a record: upper case, at most 64 characters, unique per record type. */
export const code = z
  .string()
  .check(z.overwrite(stripInvisible), z.toUpperCase(), rule.must(rule.required(), rule.atMost(64), rule.code));

/** Degrees Celsius: signed decimal text. */
export const degrees = z.string().check(z.overwrite(stripInvisible), rule.must(rule.degrees));
/** Percent from 0 to 100: decimal text. */
export const percent = z.string().check(z.overwrite(stripInvisible), rule.must(rule.percent));
/** Non-negative decimal text, at most 6 decimals. */
export const decimal = z.string().check(z.overwrite(stripInvisible), rule.must(rule.required(), rule.decimal));
/** Non-negative decimal text, at most 4 decimals. */
export const price = z.string().check(z.overwrite(stripInvisible), rule.must(rule.required(), rule.price));
/** Positive decimal text. */
export const quantity = z.string().check(z.overwrite(stripInvisible), rule.must(rule.required(), rule.positive));

/** A day, `YYYY-MM-DD`, of the years 1900 to 2999. */
export const day = z.iso.date().check(rule.must(rule.year));
/** A timestamp, ISO 8601 with offset, of the same years. */
export const moment = z.iso.datetime({ offset: true }).check(rule.must(rule.year));

/** A contact's phone: mobile, or an office number with hyphens. */
export const contactPhone = z
  .string()
  .check(z.trim(), z.overwrite(normalizeText), rule.must(rule.atMost(32), rule.phoneAsWritten));

/** Version of a record for optimistic locking. */
export const rev = z.int().check(z.gte(1));

/** The fields without their defaults: all are required. */
type Every<S extends z.core.$ZodShape> = { [K in keyof S]: S[K] extends z.ZodMiniDefault<infer Inner> ? Inner : S[K] };

/**
 * The same fields, all required: a client that omits one would erase its value.
 * @param shape fields of a form
 */
export const every = <S extends z.core.$ZodShape>(shape: S): Every<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodMiniDefault ? field.def.innerType : field]),
  ) as Every<S>;

/** Body of an update: all fields of the form, and the version read. */
export const updateOf = <S extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<S>) => z.strictObject({ ...every(shape), rev });

/** A JSON array of at most `max` items. Its length is checked before its items. */
export const list = <S extends z.core.$ZodType>(schema: S, max = 500) => z.array(schema).check(z.maxLength(max));

/** One part beyond the limit is enough to reject; the rest is not split. */
const split = (text: string, most: number): string[] => text.split(',', most + 1);

/** Several choices in a query: `state=A&state=B` or `state=A,B`. */
export const choices = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' ? split(value, values.length) : Array.isArray(value) ? value.map(String) : value,
    ),
    z.array(z.enum(values)).check(z.maxLength(values.length)),
  );
/** Several texts in a query, `key=A,B`. */
export const texts = (max: number, most: number) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? split(value, most) : value)),
    z.array(requiredText(max)).check(z.maxLength(most)),
  );
const IDS_MAX = 200;
/** Record ids in a query, `ids=A,B`. */
export const ids = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? split(value, IDS_MAX) : value)),
  z.array(id).check(z.maxLength(IDS_MAX)),
);
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
export const whole = z.coerce.number().check(z.int());

/** Who granted a role or membership or last changed its days, and when; null: by the system. */
export const grantInfo = { grantedBy: maybe(z.string()), grantedAt: z.string() };
