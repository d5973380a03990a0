// First passwords of people who were moved in together: issued in one commit, and answered once, as a workbook.
import { sql, type Kysely } from 'kysely';
import type { Locale } from '@kuwei/contract/constants';
import { listed } from '@kuwei/contract/phrase';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { sheetOfRows } from '../../sys/workbook/workbook.ts';
import { oneTimePassword } from '../password/one-time.ts';
import { hashPassword } from '../password/password.ts';
import { ACCOUNTS } from './record.ts';
import { tellAdministrators } from './told.ts';
import { lockAccounts, lockRights } from './write.ts';

interface Newcomer {
  id: string;
  name: string;
  username: string;
  staffNo: string | null;
  orgs: string[];
  /** Has never signed in, and chose no password. */
  isNew: boolean;
}

/** Of `u`. Whoever has been here may be at work at the moment: they are issued one by themselves, or sign in through the university. */
const isNew = sql<boolean>`(u.last_sign_in_at is null and (u.password_hash is null or u.must_change_password)
  and u.state = 'ACTIVE' and u.deleted_at is null and coalesce(u.until_day >= current_date, true))`;

/**
 * A one-time password for each who is new; of the others the workbook says that they got none. Issued again to people who still
 * have not signed in, it is another one. Neither the log nor the key of the call keeps any.
 */
export async function issueFirstPasswords(context: OwnContext<Caller>, ids: readonly string[]): Promise<Download> {
  const { db, caller, origin, aborted } = context;
  const people = await newcomers(db, ids, origin.locale);
  const passwords = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const { id } of people.filter((person) => person.isNew && person.id !== caller.userId)) {
    aborted().throwIfAborted();
    const password = oneTimePassword();
    passwords.set(id, password);
    hashes.set(id, await hashPassword(password));
  }
  const issued = hashes.size === 0 ? new Set<string>() : await context.write((inside) => keep(inside, hashes));
  return workbook(
    people.map((person) => ({ ...person, password: issued.has(person.id) ? passwords.get(person.id)! : null })),
    origin.locale,
  );
}

/** By organisation and name: as they are handed out. */
async function newcomers(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Newcomer[]> {
  const { rows } = await sql<Newcomer>`
    select u.id, u.name, u.username, u.staff_no as "staffNo", ${isNew} as "isNew", m.orgs
      from sys_user u
     cross join lateral (
           select coalesce(array_agg(${named(locale, 'o')} order by o.type, o.code), '{}') as orgs
             from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = u.id) m
     where u.id = ${anyOf(ids)}
     order by m.orgs collate "zh-x-icu", u.name collate "zh-x-icu", u.id`.execute(db);
  return rows;
}

/** @returns ids of those who are still new */
async function keep(context: WriteContext<Caller>, hashes: ReadonlyMap<string, string>): Promise<Set<string>> {
  const { trx, caller } = context;
  await lockRights(context);
  await lockAccounts(trx, [...hashes.keys()]);
  const { rows } = await sql<{ id: string; username: string }>`
    update sys_user u set password_hash = h.hash, must_change_password = true, rev = u.rev + 1, updated_at = now(), updated_by = ${caller.userId}
      from unnest(${[...hashes.keys()]}::uuid[], ${[...hashes.values()]}::text[]) h (id, hash)
     where u.id = h.id and ${isNew} returning u.id, u.username`.execute(trx);
  await sql`delete from sys_sign_in_failure where username = any(${rows.map(({ username }) => username.toLowerCase())}::text[])`.execute(
    trx,
  );
  for (const { id } of rows) context.logChange({ entity: ACCOUNTS, id, change: { password: 'issued', ended: 0 } });
  await tellAdministrators(context);
  return new Set(rows.map(({ id }) => id));
}

type Row = Newcomer & { password: string | null };

const workbook = (rows: readonly Row[], locale: Locale): Download =>
  sheetOfRows<Row>(
    'passwords',
    {
      orgs: { phrase: 'user.account.org', width: 30, cell: ({ orgs }) => listed(locale, orgs) },
      name: { phrase: 'user.account.name', width: 14 },
      staffNo: { phrase: 'user.account.staffNo', width: 14 },
      username: { phrase: 'user.account.username', width: 18 },
      password: { phrase: 'user.account.passwordOne', width: 24 },
      note: {
        phrase: 'user.account.passwordNote',
        width: 44,
        cell: ({ password }) => say(locale, password === null ? 'user.account.passwordNone' : 'user.account.passwordFirst'),
      },
    },
    rows,
    locale,
  );
