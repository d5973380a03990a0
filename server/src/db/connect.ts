// The first connection to a database, and what is said when there is none.
import { Client, type ClientConfig } from 'pg';
import { StartProblem } from '../problem.ts';

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');

/** What PostgreSQL answers when it is there, and does not let somebody in. */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user',
  '3D000': 'has no such database',
  '42501': 'does not let the user connect',
  '53300': 'has no connection left',
  '57P03': 'is still starting',
  '08P01': 'refuses the settings of a session (a connection pooler does): connect to PostgreSQL itself',
};

/** @throws StartProblem when no database answers, or it does not let us in */
export async function connectOrExplain(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const said = message || code;
    throw new StartProblem(
      `The database at ${withoutPassword(config.connectionString!)} ${REFUSED[code] ?? 'does not answer'}: ${said}.`,
    );
  }
}

/** What a session is asked. */
type Session = Pick<Client, 'query' | 'end'>;
const ROUNDS = 3;

/**
 * Refuses a pooler that gives each transaction another session: prepared statements, time zone and limits belong to one.
 * Two clients are connected at once; where one is served by the session of the other, or by several, there is a pooler.
 * @param timeZone what sessions are opened with
 * @throws StartProblem
 */
export async function assertNoPooler(open: () => Promise<Session>, timeZone: string): Promise<void> {
  const [one, other] = [await open(), await open()];
  try {
    const { rows } = await one.query<{ zone: string }>(`select current_setting('TimeZone') as zone`);
    const pidOf = async (session: Session): Promise<number> =>
      (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
    const [mine, theirs] = [new Set<number>(), new Set<number>()];
    for (let round = 0; round < ROUNDS; round++) {
      mine.add(await pidOf(one));
      // Held by the other one, the session that served this one last is not free for it.
      await other.query('begin');
      theirs.add(await pidOf(other));
      mine.add(await pidOf(one));
      await other.query('commit');
    }
    if (mine.size > 1 || theirs.size > 1 || !mine.isDisjointFrom(theirs) || rows[0]!.zone !== timeZone)
      throw new StartProblem(
        'DATABASE_URL leads to a connection pooler that does not keep sessions: connect to PostgreSQL itself, or to a pool in session mode that passes all settings on.',
      );
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
