// The kinds of fields that records are made of. Every schema of the contract is put together from these.
import * as z from 'zod/mini';
import { oneLine, plain, seen, trimmed } from './plain.ts';
import * as rule from './rule.ts';

/** In small letters, as the database writes it: ids are compared as texts, of whoever asks with those of whom it is about. */
export const id = z.uuid().check(z.toLowerCase());

/** Trimmed text that may be empty. @param max characters */
export const text = (max: number) => z.string().check(z.overwrite(trimmed), rule.must(rule.atMost(max)));
export const requiredText = (max: number, min = 1) =>
  z.string().check(z.overwrite(trimmed), rule.must(rule.required(), min > 1 ? rule.length(min, max) : rule.atMost(max)));

/** A name in one line: what cannot be seen, as spreadsheets leave it behind, is no part of it. */
export const name = (max: number) => z.string().check(z.overwrite(seenInLine), rule.must(rule.required(), rule.atMost(max)));
/** The same, of what may be left out. */
export const maybeName = (max: number) => maybe(z.string().check(z.overwrite(seenInLine), rule.must(rule.atMost(max))));
const seenInLine = (text: string): string => trimmed(oneLine(text));

/** A field that may be left out or emptied; both are null. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z._default(z.nullable(schema), null);
export const maybeText = (max: number) => maybe(text(max));

/** Code of a record: upper case, unique among its kind, at most 64 characters. */
export const code = z.string().check(z.overwrite(seen), z.toUpperCase(), rule.must(rule.required(), rule.atMost(64), rule.code));

/** Degrees Celsius: decimal text, with a sign where it is below zero. */
export const degrees = z.string().check(z.overwrite(seen), rule.must(rule.degrees));
/** Percent from 0 to 100: decimal text. */
export const percent = z.string().check(z.overwrite(seen), rule.must(rule.percent));
/** Decimal text, not negative, at most 6 decimals. */
export const decimal = z.string().check(z.overwrite(seen), rule.must(rule.required(), rule.decimal));
/** Decimal text above zero. */
export const quantity = z.string().check(z.overwrite(seen), rule.must(rule.required(), rule.positive));

/** A day, `YYYY-MM-DD`, of the years 1900 to 2999. */
export const day = z.iso.date().check(rule.must(rule.year));
/** A moment, ISO 8601 with offset, of the same years. */
export const moment = z.iso.datetime({ offset: true }).check(rule.must(rule.year));

/** Of who can be asked about a document: a mobile phone, or an office with its hyphens. */
export const contactPhone = z.string().check(z.trim(), z.overwrite(plain), rule.must(rule.atMost(32), rule.phoneAsWritten));

/** Version of a record for the optimistic lock: what was read is what may be written. */
export const rev = z.int().check(z.gte(1));

/** Fields of which none may be left out, though the form they come from begins with a value for some. */
type Every<S extends z.core.$ZodShape> = { [K in keyof S]: S[K] extends z.ZodMiniDefault<infer Inner> ? Inner : S[K] };

/**
 * The same fields, all of which have to be sent: a client that left one out would erase what is there.
 * @param shape fields of a form
 */
export const every = <S extends z.core.$ZodShape>(shape: S): Every<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodMiniDefault ? field.def.innerType : field]),
  ) as Every<S>;

/** Body of an update: every field of the form, and the version that was read. */
export const updateOf = <S extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<S>) => z.strictObject({ ...every(shape), rev });

/** At most `max` of something, in a JSON array. They are counted before any of them is looked at. */
export const list = <S extends z.core.$ZodType>(schema: S, max = 500) => z.array(schema).check(z.maxLength(max));

/** One part more than allowed is enough to refuse a text: the rest is not taken apart. */
const split = (text: string, most: number): string[] => text.split(',', most + 1);

/** Several choices in a query, `state=A&state=B` or `state=A,B`. */
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
/** Records by name in a query, `ids=A,B`. */
export const ids = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? split(value, IDS_MAX) : value)),
  z.array(id).check(z.maxLength(IDS_MAX)),
);
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
export const whole = z.coerce.number().check(z.int());

/** Who gave a role or a place in an organisation, or changed its days last, and when; nobody where the program did. */
export const given = { grantedBy: maybe(z.string()), grantedAt: z.string() };
