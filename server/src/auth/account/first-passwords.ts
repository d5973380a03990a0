// First passwords for imported people: issued in one commit, returned once, as a workbook.
import { sql, type Kysely } from 'kysely';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import { EVENTS } from '@kuwei/contract/event';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { sheetOfRows } from '../../platform/workbook/workbook.ts';
import { oneTimePassword } from '../password/one-time.ts';
import { hashPassword } from '../password/password.ts';
import { endSessionsOf } from '../session/end.ts';
import { assertNotBeyondOwnEnd } from './gates.ts';
import { ACCOUNTS, everyAccountById } from './record.ts';
import { notifyAccountReaders } from './notify.ts';
import { assertWithinReach } from './reach.ts';
import { lockAccounts, lockRights } from './write.ts';

interface Newcomer {
  id: string;
  name: string;
  username: string;
  staffNo: string | null;
  orgs: string[];
  /** Has never signed in and has not chosen a password. */
  isNew: boolean;
  hash: string | null;
}

/** Of `u`. People who have signed in before may be working right now: reset theirs individually, or let them use SSO. */
const isNew = sql<boolean>`(u.last_sign_in_at is null and (u.password_hash is null or u.must_change_password)
  and u.state = 'ACTIVE' and u.deleted_at is null and coalesce(u.until_day >= current_date, true))`;

/**
 * Issues a one-time password to every new user; the workbook marks the others as skipped. Issuing again replaces an unused
 * password. Neither the log nor the idempotency key stores one.
 * @param choose the selection, evaluated when called
 * @throws AppError BEYOND_DAYS, ACCOUNT_BEYOND_RIGHTS; STALE if another administrator issued passwords meanwhile, as theirs must keep working
 */
export async function issueFirstPasswords(context: OwnContext<Caller>, choose: Choose): Promise<Download> {
  const { db, caller, origin } = context;
  const aborted = context.aborted();
  const people = await newcomers(db, await choose(db), origin.locale);
  const passwords = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const { id } of people.filter((person) => person.isNew && person.id !== caller.userId)) {
    aborted.throwIfAborted();
    const password = oneTimePassword();
    passwords.set(id, password);
    hashes.set(id, await hashPassword(password));
  }
  const issued =
    hashes.size === 0 ? new Set<string>() : await context.once((inside) => storePasswords(inside, people, hashes, choose));
  return workbook(
    people.map((person) => ({ ...person, password: issued.has(person.id) ? passwords.get(person.id)! : null })),
    origin.locale,
  );
}

/** Counts who would get a password, and how many unused ones it would replace. */
export async function countFirstPasswords(
  db: Kysely<DB>,
  ids: readonly string[],
  own: string,
): Promise<{ count: number; again: number }> {
  const { rows } = await sql<{ count: number; again: number }>`
    select count(*)::int as count, count(u.password_hash)::int as again
      from sys_user u where u.id = ${anyOf(ids)} and u.id <> ${own} and ${isNew}`.execute(db);
  return rows[0]!;
}

type Choose = (db: Kysely<DB>) => Promise<string[]>;

/** Sorted by organisation and name, the order in which passwords are handed out. */
async function newcomers(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Newcomer[]> {
  const { rows } = await sql<Newcomer>`
    select u.id, u.name, u.username, u.staff_no as "staffNo", ${isNew} as "isNew", u.password_hash as hash, m.orgs
      from sys_user u
     cross join lateral (
           select coalesce(array_agg(${named(locale, 'o')} order by o.type, o.code), '{}') as orgs
             from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = u.id) m
     where u.id = ${anyOf(ids)}
     order by m.orgs collate "zh-x-icu", u.name collate "zh-x-icu", u.id`.execute(db);
  return rows;
}

/** @returns ids of those who are still new */
async function storePasswords(
  context: WriteContext<Caller>,
  people: readonly Newcomer[],
  hashes: ReadonlyMap<string, string>,
  choose: Choose,
): Promise<Set<string>> {
  const { trx, caller } = context;
  await lockRights(context);
  await lockAccounts(trx, [...hashes.keys()]);
  const accounts = [...(await everyAccountById(trx, [...hashes.keys()])).values()];
  await assertNotBeyondOwnEnd(context, accounts);
  await assertWithinReach(context, accounts);
  // Check again: hashing takes time, and so may waiting for the lock.
  await choose(trx);
  const found = await countUnchanged(
    trx,
    people.filter(({ id }) => hashes.has(id)),
  );
  if (found < hashes.size) throw new AppError('STALE', { data: { found } });
  // Leaves `rev` unchanged, so that an import of thousands can still be undone.
  const { rows } = await sql<{ id: string; username: string }>`
    update sys_user u set password_hash = h.hash, must_change_password = true, updated_at = now(), updated_by = ${caller.userId}
      from unnest(${[...hashes.keys()]}::uuid[], ${[...hashes.values()]}::text[]) h (id, hash)
     where u.id = h.id and ${isNew} returning u.id, u.username`.execute(trx);
  await sql`delete from sys_sign_in_failure where username = any(${rows.map(({ username }) => username.toLowerCase())}::text[])`.execute(
    trx,
  );
  const issued = rows.map(({ id }) => id);
  // They have signed in nowhere, but there may be API tokens.
  await endSessionsOf(trx, issued, 'PASSWORD');
  context.emit({ to: issued, ...EVENTS.rights, d: {} });
  for (const id of issued) context.logChange({ entity: ACCOUNTS, id, change: { password: 'issued' } });
  await notifyAccountReaders(context);
  return new Set(issued);
}

/** @returns how many still have the password hash seen before; users who chose one meanwhile are reported in the workbook */
async function countUnchanged(trx: Trx, seen: readonly Newcomer[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
      from unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ hash }) => hash)}::text[]) s (id, hash)
      join sys_user u on u.id = s.id
     where u.password_hash is not distinct from s.hash or not ${isNew}`.execute(trx);
  return rows[0]!.n;
}

type Row = Newcomer & { password: string | null };

const workbook = (rows: readonly Row[], locale: Locale): Promise<Download> =>
  sheetOfRows<Row>(
    'passwords',
    {
      orgs: { phrase: 'user.account.org', width: 30, cell: ({ orgs }) => joinList(locale, orgs) },
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
  ).render('xlsx');
