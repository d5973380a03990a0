// One write, one commit: the work, its log rows, and after it what others are told.
import { sql, type RawBuilder } from 'kysely';
import { isKept, type BusEvent } from '../bus.ts';
import type { Caller, Change, ReadContext, Services, WriteContext } from '../context.ts';
import { ahead } from '../db/ahead.ts';
import { insertOf } from '../db/rows.ts';
import { isRetryable } from '../error.ts';
import { kindOf } from './log-kind.ts';
import { lacksMonth, makeMonths } from '../db/log-months.ts';

/** What the kernel itself has to say in a write, besides its work. */
export interface AtEnd {
  /** A statement that goes with the last one of the write, which tells the log. */
  atEnd: (statement: RawBuilder<unknown>) => void;
}

/** How often a write is tried in all. */
const TRIES = 4;
/** Rows of the log that one statement inserts. */
const LOG_CHUNK = 1_000;
/** Nor is it begun again later than this: whoever waits is better told that others are busy with it. */
const PATIENCE_MS = 9_000;

/**
 * Runs a write and its log rows as one commit, again after a deadlock or a lock that was waited for in vain; what it tells
 * others is told after the commit.
 * @param action method and path, for the log
 * @param isPart of a call that makes several: one that changes nothing leaves no row, because what the call did is said by others
 */
export async function write<T>(
  services: Services,
  action: string,
  base: ReadContext<Caller | null>,
  work: (context: WriteContext<Caller | null> & AtEnd) => Promise<T>,
  isPart = false,
): Promise<T> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt++) {
    const events: BusEvent[] = [];
    const changes: Change[] = [];
    const after: (() => unknown)[] = [];
    const last: RawBuilder<unknown>[] = [];
    let result: T;
    try {
      const { db: _, ...rest } = base;
      result = await services.db.transaction().execute(async (trx) => {
        const context: WriteContext<Caller | null> & AtEnd = {
          ...rest,
          trx,
          emit: (event) => void events.push(event),
          logChange: (change) => void changes.push(change),
          afterCommit: (then) => void after.push(then),
          atEnd: (statement) => void last.push(statement),
        };
        const value = await work(context);
        await log(context, action, { changes, last, isPart });
        return value;
      });
    } catch (error) {
      const isEarly = attempt < TRIES && performance.now() - begun < PATIENCE_MS;
      if (isEarly && lacksMonth(error)) await makeMonths(services.db);
      else if (!isEarly || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      continue;
    }
    // What is committed has succeeded, whatever becomes of telling about it.
    logSignIns(services, base, changes);
    try {
      for (const then of after) await then();
      if (events.length > 0) services.bus.publish(events);
      if (events.some(isKept)) await services.bus.heard();
    } catch (error) {
      services.log.error({ err: error, action }, 'a write was committed, but not all were told');
    }
    return result;
  }
}

/**
 * Who signs in, and who fails to, is also a line of the program's log: for what watches it. Names that failed stand in the
 * database alone, and there only where somebody has them: people type their passwords there.
 */
function logSignIns({ log: lines }: Services, { origin }: ReadContext<Caller | null>, changes: readonly Change[]): void {
  for (const { entity, id, change } of changes) {
    if (entity !== 'sign-in' && entity !== 'second-factor' && entity !== 'identity' && entity !== 'password') continue;
    const { result, way } = change as { result?: string; way?: string };
    const line = { event: entity, way, result, ip: origin.ip, device: origin.deviceId, requestId: origin.requestId };
    if (result === 'FAIL') lines.info(line, 'sign-in failed');
    else lines.info({ ...line, user: id }, entity === 'sign-in' ? 'signed in' : 'account secured');
  }
}

async function log(
  { trx, caller, origin }: WriteContext<Caller | null>,
  action: string,
  { changes, last, isPart }: { changes: readonly Change[]; last: readonly RawBuilder<unknown>[]; isPart: boolean },
): Promise<void> {
  // The clock, which nobody asked, looks every minute: what it found nothing to do about is not told.
  const isAsked = caller !== null && origin.requestId !== '';
  if ((!isAsked || isPart) && changes.length === 0) {
    for (const statement of last) await statement.execute(trx);
    return;
  }
  const common = {
    action,
    user_id: caller?.userId ?? null,
    proxy_user_id: caller?.proxyUserId ?? null,
    page_role: caller?.pageRole ?? null,
    org_id: caller?.orgId ?? null,
    device_id: origin.deviceId,
    ip: origin.ip,
    request_id: origin.requestId,
  };
  const insertion = (some: readonly (Change | undefined)[]): RawBuilder<unknown> =>
    insertOf(
      'sys_log',
      some.map((change) => {
        const who = change?.by ? { user_id: change.by.userId, proxy_user_id: change.by.proxyUserId } : {};
        const row = { ...common, ...who };
        return {
          ...row,
          kind: kindOf({ entity: change?.entity ?? null, action, isActing: row.proxy_user_id !== null }),
          entity: change?.entity ?? null,
          entity_id: change?.id ?? null,
          change: change?.change ?? null,
        };
      }),
    );
  const lastAt = Math.max(0, changes.length - LOG_CHUNK);
  // Of a write of thousands of records: others get their turn between.
  for (let from = 0; from < lastAt; from += LOG_CHUNK)
    await insertion(changes.slice(from, Math.min(from + LOG_CHUNK, lastAt))).execute(trx);
  const told = insertion(changes.length > 0 ? changes.slice(lastAt) : [undefined]);
  const before = last.map((statement, at) => sql`${sql.ref(`last_${at}`)} as (${statement})`);
  const parts = before.length === 0 ? sql`` : sql`with ${sql.join(before)}`;
  await sql`${ahead} ${parts} ${told}`.execute(trx);
}
