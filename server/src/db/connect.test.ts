// A transaction-mode pooler simulated over real sessions.
import { Client, type QueryResult } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { assertNoPooler } from './connect.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const ZONE = 'Asia/Shanghai';
const session = async (options = `-c timezone=${ZONE}`): Promise<Client> => {
  const client = new Client({ connectionString: world.database.url, options });
  await client.connect();
  return client;
};

/** Assigns a session per transaction. @param next chooses among the free ones */
class Pooler {
  readonly #free: Client[];
  readonly #next: (free: Client[]) => Client;

  constructor(free: Client[], next: (free: Client[]) => Client) {
    this.#free = [...free];
    this.#next = next;
  }

  open = async (): Promise<Pick<Client, 'query' | 'end'>> => {
    let held: Client | null = null;
    const query = async (text: string): Promise<QueryResult> => {
      held ??= this.#next(this.#free);
      const answer = await held.query(text);
      if (text !== 'begin') {
        const inside = (await held.query('select now() = statement_timestamp() as outside')).rows[0] as { outside: boolean };
        if (text === 'commit' || inside.outside) {
          this.#free.push(held);
          held = null;
        }
      }
      return answer;
    };
    return { query, end: async () => {} } as unknown as Client;
  };
}

test('[F-O4] refuses a pooler in transaction mode, whichever session it assigns, and accepts one session per client', async () => {
  const behind = await Promise.all([session(), session(), session()]);
  const sentence = /connection pooler that does not keep sessions/;
  try {
    const last = new Pooler(behind, (free) => free.pop()!);
    const first = new Pooler(behind, (free) => free.shift()!);
    const alone = new Pooler(behind.slice(0, 2), (free) => free.pop()!);
    for (const pooler of [last, first, alone]) await expect(assertNoPooler(pooler.open, ZONE)).rejects.toThrow(sentence);
    await expect(assertNoPooler(() => session(''), 'Asia/Tokyo')).rejects.toThrow(sentence);
    await expect(assertNoPooler(() => session(), ZONE)).resolves.toBeUndefined();
  } finally {
    for (const client of behind) await client.end();
  }
});
