// Describes a statement with PostgreSQL's Parse and Describe messages, without running it: returns its columns, or the error with
// its position.
import type { Client, Connection, Submittable } from 'pg';

export interface Field {
  name: string;
  /** The type's OID. */
  type: number;
}

/** @public an error of PostgreSQL */
export interface PostgresError {
  code: string;
  message: string;
  hint?: string;
  /** From 1, in characters. */
  position?: string;
}

/** The part of the driver's connection used here. */
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

  /** The driver sends no further messages after an error. */
  handleError(error: unknown): void {
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(null, this.#fields);
  }
}

/** @throws PostgreSQL's error */
export const describe = (client: Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    client.query(new Describe(text, (error, fields) => (error ? reject(error as Error) : resolve(fields))));
  });
