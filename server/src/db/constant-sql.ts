// Constant parts of statements, compiled once: building the same thirty columns for each call took as long as sending the statement.
import type { Locale } from '@kuwei/contract/constants';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';

/** Compiles without executing. */
const writer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A compiled constant part. @throws Error if it contains parameters */
export function compileConstant<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile(writer);
  if (parameters.length > 0) throw new Error(`a part of every call holds values: ${text}`);
  return sql.raw<T>(text);
}

/** A constant part per language, compiled on first use. */
export function inEach<T>(make: (locale: Locale) => RawBuilder<T>): (locale: Locale) => RawBuilder<T> {
  const made = new Map<Locale, RawBuilder<T>>();
  return (locale) => {
    const known = made.get(locale);
    if (known) return known;
    const part = compileConstant(make(locale));
    made.set(locale, part);
    return part;
  };
}

/** A constant inside such a part, where `${…}` would become a parameter: a text, or a list as text[]. */
export const constant = (given: string | readonly string[]): RawBuilder<unknown> =>
  typeof given === 'string' ? sql.lit(given) : sql`array[${sql.join(given.map((each) => sql.lit(each)))}]::text[]`;
