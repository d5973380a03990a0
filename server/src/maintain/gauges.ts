// Figures of the operation for monitoring: backups, jobs, the ledger, disks. No names or contents.
import { CLOCK_JOBS } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Gauge } from '../http/metrics.ts';
import { IS_AVAILABLE } from './backup/missing.ts';
import { freeIn } from './backup/room.ts';

/** Compared by alert rules like any other age: "never" counts as overdue. */
const NEVER = Infinity;

interface Found {
  verifiedAge: number | null;
  backupOk: boolean | null;
  failedJobs: string[];
  proofs: { kind: string; age: number }[];
  proofOk: boolean | null;
  unsealedAge: number | null;
}

export async function loadGauges({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Gauge[]> {
  const { rows } = await sql<Found>`
    select (select extract(epoch from now() - max(created_at)) from sys_backup
             where state = 'VERIFIED' and ${sql.raw(IS_AVAILABLE)})::float8 as "verifiedAge",
           (select state in ('READY', 'VERIFIED') and fault is null from sys_backup
             where kind <> 'UPLOAD' and state <> 'RUNNING' order by created_at desc limit 1) as "backupOk",
           array(select name from sys_job_run where error is not null) as "failedJobs",
           (select coalesce(json_agg(p), '[]') from (
              select kind, extract(epoch from now() - max(ended_at))::float8 as age from wms_ledger_proof
               where result is not null group by kind) p) as proofs,
           (select ok from wms_ledger_proof where result is not null order by ended_at desc limit 1) as "proofOk",
           (select extract(epoch from now() - min(at)) from wms_ledger
             where seq > (select coalesce(max(last_seq), 0) from wms_ledger_block))::float8 as "unsealedAge"`.execute(db);
  const { verifiedAge, backupOk, failedJobs, proofs, proofOk, unsealedAge } = rows[0]!;
  const ageOf = (kind: string): number => proofs.find((proof) => proof.kind === kind)?.age ?? NEVER;
  const flag = (value: boolean): number => (value ? 1 : 0);
  return [
    {
      name: 'kuwei_backup_verified_age_seconds',
      help: 'Since the newest verified backup was begun; +Inf for none',
      lines: [['', verifiedAge ?? NEVER]],
    },
    {
      name: 'kuwei_backup_ok',
      help: 'Whether the last backup was made without a fault',
      lines: backupOk === null ? [] : [['', flag(backupOk)]],
    },
    {
      name: 'kuwei_job_failed',
      help: 'Whether the last run of a job has failed',
      lines: CLOCK_JOBS.map((name) => [`{job="${name}"}`, flag(failedJobs.includes(name))] as const),
    },
    {
      name: 'kuwei_ledger_proof_ok',
      help: 'Whether the last ledger proof found no fault',
      lines: proofOk === null ? [] : [['', flag(proofOk)]],
    },
    {
      name: 'kuwei_ledger_proof_age_seconds',
      help: 'Since the last proof of all entries, or of new ones; +Inf for none',
      lines: [
        ['{kind="full"}', ageOf('FULL')],
        ['{kind="increment"}', ageOf('INCREMENT')],
      ],
    },
    {
      name: 'kuwei_ledger_sealing',
      help: 'Whether the last attempt to seal the ledger succeeded',
      lines: [['', flag(!failedJobs.includes('seal'))]],
    },
    {
      name: 'kuwei_ledger_unsealed_age_seconds',
      help: 'Since the oldest entry that is not sealed yet; 0 for none',
      lines: [['', unsealedAge ?? 0]],
    },
    {
      name: 'kuwei_disk_free_bytes',
      help: 'Free bytes on the disk of a folder',
      lines: [
        ['{folder="data"}', await freeIn(config.dataDir)],
        ['{folder="backup"}', await freeIn(config.backupDir)],
      ],
    },
  ];
}
