// Reads along between a server and its database, so that what is compared is the SQL that really went over the wire.
import { connect, createServer, type Socket } from 'node:net';

export interface Statement {
  sql: string;
  /** As sent: text, or null. */
  values: (string | null)[];
}

export interface Tap {
  /** Connection string that leads through here. */
  url: string;
  /** Everything asked since the last call. */
  take: () => Statement[];
  close: () => void;
}

/** @param url of the database, without TLS */
export function openTap(url: string): Promise<Tap> {
  const target = new URL(url);
  let heard: Statement[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    database.pipe(client);
    client.pipe(database);
    client.on(
      'data',
      listener((statement) => heard.push(statement)),
    );
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const through = new URL(url);
      through.port = String((server.address() as { port: number }).port);
      done({
        url: through.href,
        take: () => {
          const taken = heard;
          heard = [];
          return taken;
        },
        close: () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });
}

/** Takes the messages of one connection apart: Parse and Bind say the statement and its values. */
function listener(tell: (statement: Statement) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  const named = new Map<string, string>();
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = started ? 1 : 0; // the first message has no type
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const type = started ? String.fromCharCode(rest[0]!) : 'startup';
      const reader = new Reader(rest.subarray(head + 4, length));
      rest = rest.subarray(length);
      started = true;
      if (type === 'P') named.set(reader.text(), reader.text());
      else if (type === 'B') tell(bound(reader, named));
      else if (type === 'Q') tell({ sql: reader.text(), values: [] });
    }
  };
}

function bound(reader: Reader, named: Map<string, string>): Statement {
  reader.text(); // portal
  const sql = named.get(reader.text()) ?? '';
  for (let formats = reader.short(); formats > 0; formats--) reader.short();
  return { sql, values: Array.from({ length: reader.short() }, () => reader.value()) };
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  short(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  value(): string | null {
    const length = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    if (length < 0) return null;
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}
