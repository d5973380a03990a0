// Raises the log level of every process for an hour, to analyse a problem without a restart.
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

/** The current level is stored only as a row of the log: it expires on its own and needs no table. */
async function getTemporaryLevel(db: Db): Promise<(Now & { leftMs: number }) | null> {
  const { rows } = await sql<Omit<Now, 'level'> & { level: TemporaryLogLevel | null; leftMs: number }>`
    select l.change ->> 'level' as level, l.at as since, l.at + ${HOUR} as until, u.name as by,
           extract(epoch from l.at + ${HOUR} - clock_timestamp())::float8 * 1000 as "leftMs"
      from sys_log l left join sys_user u on u.id = coalesce(l.proxy_user_id, l.user_id)
     where l.entity = 'tool' and l.entity_id = ${ID} order by l.id desc limit 1`.execute(db);
  const [row] = rows;
  return row && row.level !== null && row.leftMs > 0 ? { ...row, level: row.level } : null;
}

/** Applies the most recent level, set by any process, to the log of this process until it expires. */
export async function watchLogLevel({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): Promise<void> {
  const usual = log.level;
  let end: NodeJS.Timeout | undefined;
  /** Version of the last read: a stale result is dropped. */
  let version = 0;
  const apply = (level: string): void => {
    clearTimeout(end);
    if (log.level === level) return;
    log.info({ to: level }, 'level of the log');
    log.level = level;
  };
  const refresh = async (): Promise<void> => {
    const current = ++version;
    const now = await getTemporaryLevel(db);
    if (current !== version) return;
    apply(now?.level ?? usual);
    if (now) end = setTimeout(apply, now.leftMs, usual).unref();
  };
  const refreshSafely = (): Promise<void> =>
    refresh().catch((error: unknown) => log.warn({ err: error }, 'level of the log not read'));
  bus.subscribe(({ bc, fc }) => (bc === LOG_LEVEL_SET.bc && fc === LOG_LEVEL_SET.fc ? refreshSafely() : undefined));
  await refreshSafely();
}

export async function logLevel({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Shown> {
  return { usual: config.logLevel, now: await getTemporaryLevel(db) };
}

/** Effective in every process when the write is answered. @param level null: back to normal early */
export async function setLogLevel(context: WriteContext, level: TemporaryLogLevel | null): Promise<void> {
  const minutes = level === null ? {} : { level, minutes: LOG_LEVEL_MINUTES };
  context.logChange({ entity: 'tool', id: ID, change: { action: level === null ? 'levelEnd' : 'level', ...minutes } });
  context.emit({ to: [], ...LOG_LEVEL_SET, d: {} });
  await notifyAdminPages(context);
}
