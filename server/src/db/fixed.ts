// Parts of statements that are the same for every call: built once, and a text from then on. To build the same thirty columns
// for each call took as long as to send the statement.
import type { Locale } from '@kuwei/contract/constants';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';

/** Writes statements, and sends none. */
const writer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A part as its text. @throws Error where it holds values: then it is not the same for every call */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile(writer);
  if (parameters.length > 0) throw new Error(`a part of every call holds values: ${text}`);
  return sql.raw<T>(text);
}

/** Such a part in each language, made when it is first asked for. */
export function inEach<T>(make: (locale: Locale) => RawBuilder<T>): (locale: Locale) => RawBuilder<T> {
  const made = new Map<Locale, RawBuilder<T>>();
  return (locale) => {
    const known = made.get(locale);
    if (known) return known;
    const part = fixed(make(locale));
    made.set(locale, part);
    return part;
  };
}

/** Constants of the program in such a part, where `${…}` would make them values: a text, or a list of them as text[]. */
export const constant = (given: string | readonly string[]): RawBuilder<unknown> =>
  typeof given === 'string' ? sql.lit(given) : sql`array[${sql.join(given.map((each) => sql.lit(each)))}]::text[]`;
