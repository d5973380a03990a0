// First connection to a database, with clear errors.
import { Client, type ClientConfig } from 'pg';
import { StartProblem } from '../problem.ts';

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');

/** PostgreSQL's codes for refused connections. */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user',
  '3D000': 'has no such database',
  '42501': 'does not let the user connect',
  '53300': 'has no connection left',
  '57P03': 'is still starting',
  '08P01': 'refuses the settings of a session (a connection pooler does): connect to PostgreSQL itself',
};

/** @throws StartProblem if no database answers or it refuses the connection */
export async function connectOrExplain(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const detail = message || code;
    throw new StartProblem(
      `The database at ${withoutPassword(config.connectionString!)} ${REFUSED[code] ?? 'does not answer'}: ${detail}.`,
    );
  }
}

/** The part of a client that is used here. */
type Session = Pick<Client, 'query' | 'end'>;
const ROUNDS = 3;

/**
 * Refuses a transaction-mode pooler: prepared statements, time zone and limits belong to a session. Opens two clients; if they
 * share sessions, there is a pooler.
 * @param timeZone that sessions are opened with
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
      // While the other client holds it, the session that served this one last is not available.
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
