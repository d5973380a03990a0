// Begins and ends maintenance mode, in which everything is read-only.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { ModeKind } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { isWorkLockHeld } from '../../services/work-lock.ts';
import { ACTION } from '../work/work.ts';

interface ModeRequest {
  kind: ModeKind;
  reason: string;
  /** Minutes until it ends automatically; null: never. */
  minutes: number | null;
}

/** Effective in every process when the write is answered. @throws AppError MAINTAIN_BUSY during a restore */
export async function beginMode(
  context: WriteContext<Caller | null>,
  { kind, reason, minutes }: ModeRequest,
  by: Pick<Caller, 'userId' | 'name'> | null,
): Promise<void> {
  const { trx } = context;
  const until = minutes === null ? sql`null` : sql`now() + ${minutes} * interval '1 minute'`;
  const { rows } = await sql`
    insert into sys_mode (kind, reason, until, by_id, by_name)
    values (${kind}, ${reason}, ${until}, ${by?.userId ?? null}, ${by?.name ?? null})
    on conflict (id) do update set kind = excluded.kind, reason = excluded.reason, until = excluded.until, since = now(),
      by_id = excluded.by_id, by_name = excluded.by_name
     where sys_mode.kind <> 'RESTORE'
    returning id`.execute(trx);
  if (rows.length === 0) throw new AppError('MAINTAIN_BUSY');
  context.logChange({ entity: 'mode', id: kind, change: { action: 'begin', ...(reason !== '' && { reason }), minutes } });
  context.emit({ to: 'all', ...EVENTS.mode, d: {} });
}

/** @param kind required kind; null: one begun by a user */
export async function endMode(context: WriteContext<Caller | null>, kind: ModeKind | null = null): Promise<void> {
  const { rows } = await sql<{ kind: ModeKind }>`
    delete from sys_mode where kind = ${kind} or (${kind}::text is null and kind <> 'RESTORE') returning kind`.execute(
    context.trx,
  );
  if (rows.length === 0) {
    const { rows: left } = await sql`select from sys_mode`.execute(context.trx);
    if (left.length > 0 && kind === null) throw new AppError('MAINTAIN_BUSY');
    return;
  }
  context.logChange({ entity: 'mode', id: rows[0]!.kind, change: { action: 'end' } });
  context.emit({ to: 'all', ...EVENTS.mode, d: {} });
}

/** Expired, or left by a restore whose process ended right after it was done. */
const overdue = sql<boolean>`(until <= now() or kind = 'RESTORE' and not ${isWorkLockHeld} and not exists (
  select from sys_maintain_work w where w.kind = 'RESTORE' and w.ended_at is null))`;

/** Ends expired modes and notifies consoles. */
export async function endExpiredMode(services: Services): Promise<void> {
  const { rows } = await sql`select from sys_mode where ${overdue}`.execute(services.db);
  if (rows.length === 0) return;
  await runAsSystem(services, ACTION, async (context) => {
    const { rows: gone } = await sql<{ kind: ModeKind }>`delete from sys_mode where ${overdue} returning kind`.execute(
      context.trx,
    );
    for (const { kind } of gone) context.logChange({ entity: 'mode', id: kind, change: { action: 'end' } });
    context.emit({ to: 'all', ...EVENTS.mode, d: {} });
  });
}
