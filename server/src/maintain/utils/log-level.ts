// The log in more detail for an hour, on every process: while a fault is looked for that nobody wants a restart for.
import type { ReplyOf } from '@kuwei/contract/route';
import { LOG_LEVEL_MINUTES, type TemporaryLogLevel, type maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import { LOG_LEVEL_SET } from '../../bus.ts';
import type { Services, WriteContext } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { notifyAdminPages } from '../work/work.ts';

type Shown = ReplyOf<(typeof maintainUtilsRoutes)['getLogLevel']>;
type Now = NonNullable<Shown['now']>;

const ID = 'log-level';
const HOUR = sql`interval '1 minute' * ${sql.lit(LOG_LEVEL_MINUTES)}`;

/** The row of the log that says who wanted it is all that is kept of it: it ends by itself, and needs no table of its own. */
async function getTemporaryLevel(db: Db): Promise<(Now & { leftMs: number }) | null> {
  const { rows } = await sql<Omit<Now, 'level'> & { level: TemporaryLogLevel | null; leftMs: number }>`
    select l.change ->> 'level' as level, l.at as since, l.at + ${HOUR} as until, u.name as by,
           extract(epoch from l.at + ${HOUR} - clock_timestamp())::float8 * 1000 as "leftMs"
      from sys_log l left join sys_user u on u.id = coalesce(l.proxy_user_id, l.user_id)
     where l.entity = 'tool' and l.entity_id = ${ID} order by l.id desc limit 1`.execute(db);
  const [row] = rows;
  return row && row.level !== null && row.leftMs > 0 ? { ...row, level: row.level } : null;
}

/** Lets the log of this process go by what was set last, by whichever process, until its time is over. */
export async function watchLogLevel({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): Promise<void> {
  const usual = log.level;
  let end: NodeJS.Timeout | undefined;
  /** Counts readings: an older one that comes later says nothing. */
  let readings = 0;
  const go = (level: string): void => {
    clearTimeout(end);
    if (log.level === level) return;
    log.info({ to: level }, 'level of the log');
    log.level = level;
  };
  const read = async (): Promise<void> => {
    const reading = ++readings;
    const now = await getTemporaryLevel(db);
    if (reading !== readings) return;
    go(now?.level ?? usual);
    if (now) end = setTimeout(go, now.leftMs, usual).unref();
  };
  const readSafely = (): Promise<void> => read().catch((error: unknown) => log.warn({ err: error }, 'level of the log not read'));
  bus.subscribe(({ bc, fc }) => (bc === LOG_LEVEL_SET.bc && fc === LOG_LEVEL_SET.fc ? readSafely() : undefined));
  await readSafely();
}

export async function logLevel({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Shown> {
  return { usual: config.logLevel, now: await getTemporaryLevel(db) };
}

/** Every process goes by it when the write is answered. @param level null: as usual, before the hour is over */
export async function setLogLevel(context: WriteContext, level: TemporaryLogLevel | null): Promise<void> {
  const minutes = level === null ? {} : { level, minutes: LOG_LEVEL_MINUTES };
  context.logChange({ entity: 'tool', id: ID, change: { action: level === null ? 'levelEnd' : 'level', ...minutes } });
  context.emit({ to: [], ...LOG_LEVEL_SET, d: {} });
  await notifyAdminPages(context);
}
