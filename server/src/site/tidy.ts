// Deletes expired data: log rows past retention, stored idempotent replies, ended sessions, failed sign-ins, devices unseen for
// half a year, old incremental proofs, unreferenced files, undo data of old imports, nightly imports, mails, sent reports and
// links.
import { SENT_DAYS } from '@kuwei/contract/sys/report-plan';
import { IMPORT_KEPT_DAYS } from '@kuwei/contract/workbook/workbook';
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { hashOlderFiles } from './fs/verify.ts';
import { deleteUnreferencedFiles, deletePartialUploads } from './fs/tidy.ts';
import { deleteExpiredLog } from './log/tidy.ts';

const DAYS = { idempotency: 7, failure: 1, proof: 90, mail: 90, asked: 1 };

/** @returns number of rows deleted, by table; `received`: temporary files, `hashed`: older files that got a hash */
export async function cleanUp(services: Services): Promise<Record<string, number>> {
  const { db, files, settings } = services;
  const kept = settings.get('SYS_SESSION_KEPT_DAYS');
  const before = (days: number) => sql<string>`now() - make_interval(days => ${days})`;
  const keys = await db.deleteFrom('sys_idempotency').where('created_at', '<', before(DAYS.idempotency)).executeTakeFirst();
  // Tokens are deleted with their session.
  const sessions = await db
    .deleteFrom('sys_session')
    .where((eb) => eb.fn.coalesce('ended_at', 'ends_at'), '<', before(kept))
    .executeTakeFirst();
  const tokens = await db.deleteFrom('sys_token').where('rexpires_at', '<', before(kept)).executeTakeFirst();
  const failures = await db.deleteFrom('sys_sign_in_failure').where('at', '<', before(DAYS.failure)).executeTakeFirst();
  const devices = await db
    .deleteFrom('sys_known_device')
    .where('last_at', '<', before(settings.get('SYS_KNOWN_BROWSER_DAYS')))
    .executeTakeFirst();
  // Copies that ended unread are in no inbox.
  const ended = await db
    .deleteFrom('sys_message_copy')
    .where('state', '=', 'ENDED')
    .where('ended_at', '<', before(settings.get('SYS_MESSAGE_ENDED_DAYS')))
    .executeTakeFirst();
  const imports = await db
    .deleteFrom('sys_import_record')
    .where('import_id', 'in', (qb) => qb.selectFrom('sys_import').where('created_at', '<', before(IMPORT_KEPT_DAYS)).select('id'))
    .executeTakeFirst();
  const nights = await db.deleteFrom('sys_nightly_run').where('created_at', '<', before(IMPORT_KEPT_DAYS)).executeTakeFirst();
  const mails = await db.deleteFrom('sys_mail').where('created_at', '<', before(DAYS.mail)).executeTakeFirst();
  const asked = await db.deleteFrom('sys_password_request').where('at', '<', before(DAYS.asked)).executeTakeFirst();
  const sent = await db.deleteFrom('sys_report_sending').where('due_at', '<', before(SENT_DAYS)).executeTakeFirst();
  const links = await db.deleteFrom('sys_user_link').where('expires_at', '<', before(DAYS.asked)).executeTakeFirst();
  // Full proofs are kept: they are few.
  const proofs = await db
    .deleteFrom('wms_ledger_proof')
    .where('kind', '=', 'INCREMENT')
    .where('begun_at', '<', before(DAYS.proof))
    .executeTakeFirst();
  const counts = {
    sys_import_record: imports,
    sys_message_copy: ended,
    sys_idempotency: keys,
    sys_session: sessions,
    sys_nightly_run: nights,
    sys_mail: mails,
    sys_password_request: asked,
    sys_report_sending: sent,
    sys_user_link: links,
    sys_token: tokens,
    sys_sign_in_failure: failures,
    sys_known_device: devices,
    wms_ledger_proof: proofs,
  };
  return {
    ...Object.fromEntries(Object.entries(counts).map(([table, { numDeletedRows }]) => [table, Number(numDeletedRows)])),
    sys_log: await deleteExpiredLog(services),
    sys_file: await deleteUnreferencedFiles({ db, files, settings }),
    hashed: await hashOlderFiles({ db, files }),
    received: await deletePartialUploads(files),
  };
}
