// What a statement answers, asked of PostgreSQL itself without running it: it reads the statement, finds every name in it, and says the
// columns or what is wrong and where.
import type { Client, Connection, Submittable } from 'pg';

export interface Field {
  name: string;
  /** Number of its type. */
  type: number;
}

/** @public as PostgreSQL says it */
export interface SaidError {
  code: string;
  message: string;
  hint?: string;
  /** From 1, in characters. */
  position?: string;
}

/** The part of the driver's connection that is spoken to. */
interface Wire {
  parse: (query: { text: string; name: string; types: number[] }) => void;
  describe: (what: { type: 'S'; name: string }) => void;
  sync: () => void;
}

class Describe implements Submittable {
  readonly #text: string;
  readonly #done: (error: unknown, fields: Field[]) => void;
  #fields: Field[] = [];

  constructor(text: string, done: (error: unknown, fields: Field[]) => void) {
    this.#text = text;
    this.#done = done;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.parse({ text: this.#text, name: '', types: [] });
    wire.describe({ type: 'S', name: '' });
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }

  /** The driver says no more of a query that has failed. */
  handleError(error: unknown): void {
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(null, this.#fields);
  }
}

/** @throws what PostgreSQL refuses it with */
export const describe = (client: Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    client.query(new Describe(text, (error, fields) => (error ? reject(error as Error) : resolve(fields))));
  });
