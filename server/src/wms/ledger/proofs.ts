// Runs proofs, requested or scheduled; each is stored with its result and visible while it runs.
import { WMS_ROLES } from '@kuwei/contract/access';
import { EVENTS } from '@kuwei/contract/event';
import type { LedgerProof, LedgerProofKind, ProofNote, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely } from 'kysely';
import type { Services } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Db } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { notifyAll } from '../../platform/msg-inbox/notify.ts';
import { findHolders } from '../../platform/people.ts';
import { proveAndNote } from './prove.ts';

/** Interval of progress heartbeats, and silence after which a proof counts as aborted. */
const BEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT = sql`interval '30 seconds'`;

const running = new WeakMap<Db, { kind: LedgerProofKind; proof: Promise<LedgerProof> }>();

/** Joins a running proof of at least the same scope. @param askedBy null: the clock */
export function runProof(services: Services, kind: LedgerProofKind, askedBy: string | null): Promise<LedgerProof> {
  const known = running.get(services.db);
  if (known && (known.kind === 'FULL' || kind === 'INCREMENT')) return known.proof;
  const proof = runRecorded(services, kind, askedBy).finally(() => {
    if (running.get(services.db)?.proof === proof) running.delete(services.db);
  });
  running.set(services.db, { kind, proof });
  return proof;
}

async function runRecorded(services: Services, kind: LedgerProofKind, askedBy: string | null): Promise<LedgerProof> {
  const { db, sealer, bus } = services;
  const id = newId();
  const watchers = await peopleOf(db);
  const note = (set: object) =>
    db
      .updateTable('wms_ledger_proof')
      .set({ seen_at: sql<string>`now()`, ...set })
      .where('id', '=', id)
      .execute();
  const publishProgress = (): void =>
    bus.publish([{ to: [...watchers.heads, ...watchers.admins], ...EVENTS.ledgerProof, d: { id } }]);
  let parts = { parts: 0, parts_done: 0 };
  await db.insertInto('wms_ledger_proof').values({ id, kind, asked_by: askedBy }).execute();
  publishProgress();
  // A failed progress update is covered by the next one.
  const beat = setInterval(() => void note(parts).then(publishProgress, () => {}), BEAT_MS);
  try {
    const proof = await proveAndNote(db, sealer, { kind, progress: (done, of) => (parts = { parts: of, parts_done: done }) });
    await note({ ...parts, kind: proof.kind, ended_at: sql`now()`, ok: proof.ok, result: JSON.stringify(proof) });
    if (!proof.ok) await notifyFaults(services, id, proof, watchers);
    return proof;
  } catch (error) {
    await note({ ended_at: sql`now()` }).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
    publishProgress();
  }
}

interface Watchers {
  /** Users who may read the ledger of the warehouse. */
  heads: string[];
  admins: string[];
}

async function peopleOf(db: Db): Promise<Watchers> {
  const heads = await findHolders(db, WMS_ROLES.box, null);
  return { heads, admins: (await findHolders(db, 'ROLE_ADMIN', null)).filter((id) => !heads.includes(id)) };
}

/** Notifies once: the hourly proof finds the same faults again. */
async function notifyFaults(services: Services, id: string, { faults }: LedgerProof, { heads, admins }: Watchers): Promise<void> {
  const { rows } = await sql<{ faults: unknown }>`
    select result -> 'faults' as faults from wms_ledger_proof where id <> ${id} and ended_at is not null and result is not null
     order by ended_at desc limit 1`.execute(services.db);
  if (JSON.stringify(rows[0]?.faults) === JSON.stringify(faults)) return;
  services.log.error({ proof: id, faults: faults.slice(0, 5) }, 'the ledger does not hold');
  const notice = (to: readonly string[], link: string) => ({
    to,
    link,
    template: 'msg.ledgerFault' as const,
    params: { count: faults.length, first: `${faults[0]!.check} ${faults[0]!.subject}` },
    about: { bc: 'wms', fc: 'ledger-proof', objectId: 'ledger' },
  });
  await runAsSystem(services, 'ledger proof', async (context) => {
    await notifyAll(context, [notice(heads, '/admin/wms/ledger'), notice(admins, '/def/sysbase/maintain/upgrade/utils')]);
  });
}

/** Hours for scheduled full proofs. */
const NIGHT = sql`extract(hour from now()) < 6`;

/** Hourly incremental proofs; full ones after the configured days at night, or a day later at any hour. */
export async function runScheduledProofs(services: Services): Promise<void> {
  const { rows } = await sql<{ days: number | null; night: boolean; busy: boolean }>`
    select ${NIGHT} as night,
           (select extract(epoch from now() - max(ended_at)) / 86400 from wms_ledger_proof
             where kind = 'FULL' and result is not null)::float8 as days,
           exists (select from wms_ledger_proof where ended_at is null and seen_at > now() - ${HEARTBEAT_TIMEOUT}) as busy`.execute(
    services.db,
  );
  const { days, night, busy } = rows[0]!;
  if (busy) return;
  const every = services.settings.get('WMS_LEDGER_PROOF_DAYS');
  const isDue = days === null || days > every + (night ? 0 : 1);
  await runProof(services, isDue ? 'FULL' : 'INCREMENT', null);
}

export async function getProofs(db: Kysely<DB>): Promise<ReplyOf<(typeof productBoxRoutes)['getProofs']>> {
  const { rows } = await sql<{ begunAt: string; kind: LedgerProofKind; parts: number; partsDone: number }>`
    select begun_at as "begunAt", kind, parts, parts_done as "partsDone" from wms_ledger_proof
     where ended_at is null and seen_at > now() - ${HEARTBEAT_TIMEOUT} order by begun_at desc limit 1`.execute(db);
  const [full, increment] = await Promise.all([lastOf(db, 'FULL'), lastOf(db, 'INCREMENT')]);
  return { running: rows[0] ?? null, full, increment };
}

async function lastOf(db: Kysely<DB>, kind: LedgerProofKind): Promise<ProofNote | null> {
  const { rows } = await sql<ProofNote>`
    select p.ended_at as at, u.name as by, p.result as proof from wms_ledger_proof p left join sys_user u on u.id = p.asked_by
     where p.kind = ${kind} and p.result is not null order by p.begun_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}
