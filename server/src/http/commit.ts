// One write is one commit: the work and its log rows. Notifications follow it.
import { sql, type RawBuilder } from 'kysely';
import { isKept, type BusEvent } from '../bus.ts';
import type { Caller, Change, ReadContext, Services, WriteContext } from '../context.ts';
import { pipelined } from '../db/pipeline.ts';
import { insertOf } from '../db/rows.ts';
import { isRetryable } from '../error.ts';
import { kindOf } from './log-kind.ts';
import { isMissingMonth, makeMonths } from '../db/log-months.ts';

/** Hooks for the framework itself within a write. */
export interface CommitHooks {
  /** Adds a statement to the last one of the write, which inserts the log rows. */
  atEnd: (statement: RawBuilder<unknown>) => void;
}

/** Attempts in total. */
const TRIES = 4;
/** Rows of the log inserted by one statement. */
const LOG_CHUNK = 1_000;
/** No retry after this time: better to report that others are busy with it. */
const RETRY_UNTIL_MS = 9_000;

/**
 * Runs a write and its log rows in one commit, with retries after a deadlock or lock timeout; publishes its events afterwards.
 * @param action method and path, for the log
 * @param isPart whether it is one of several in a call: without changes it leaves no row, as the other parts log the call
 */
export async function runInCommit<T>(
  services: Services,
  action: string,
  base: ReadContext<Caller | null>,
  work: (context: WriteContext<Caller | null> & CommitHooks) => Promise<T>,
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
        const context: WriteContext<Caller | null> & CommitHooks = {
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
      const isEarly = attempt < TRIES && performance.now() - begun < RETRY_UNTIL_MS;
      if (isEarly && isMissingMonth(error)) await makeMonths(services.db);
      else if (!isEarly || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      continue;
    }
    // Once committed, the write has succeeded, even if a notification fails.
    logSignIns(services, base, changes);
    try {
      for (const then of after) await then();
      if (events.length > 0) services.bus.publish(events);
      if (events.some(isKept)) await services.bus.awaitDelivery();
    } catch (error) {
      services.log.error({ err: error, action }, 'a write was committed, but notifying others failed');
    }
    return result;
  }
}

/**
 * Sign-ins and failed ones also go to the program's log, for monitoring. Usernames of failed ones are stored only in the
 * database, and only existing ones: people type passwords there.
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
  // Jobs run every minute; log those only if they changed something.
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
    api_name: caller?.apiToken ?? null,
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
  // Chunks let others run during a write of thousands of records.
  for (let from = 0; from < lastAt; from += LOG_CHUNK)
    await insertion(changes.slice(from, Math.min(from + LOG_CHUNK, lastAt))).execute(trx);
  const lastInsertion = insertion(changes.length > 0 ? changes.slice(lastAt) : [undefined]);
  const before = last.map((statement, at) => sql`${sql.ref(`last_${at}`)} as (${statement})`);
  const parts = before.length === 0 ? sql`` : sql`with ${sql.join(before)}`;
  await sql`${pipelined} ${parts} ${lastInsertion}`.execute(trx);
}
