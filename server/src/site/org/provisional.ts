// Rows that a dry run of nightly files inserts and rolls back: only what later files reference. Takes no locks that others would
// wait for, unlike the real writes.
import type { AccountForm } from '@kuwei/contract/auth/account';
import type { OrgForm } from '@kuwei/contract/wms/org-record';
import { sql } from 'kysely';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';

/** The same may have been created concurrently. */
const ON_CONFLICT_DO_NOTHING = sql`on conflict do nothing`;

export const insertProvisionalOrgs = (trx: Trx, forms: readonly OrgForm[]): Promise<void> =>
  insertRows(
    trx,
    'wms_org',
    forms.map(({ code, name, nameEn, type }) => ({ id: newId(), code, name, name_en: nameEn, type, search: '' })),
    ON_CONFLICT_DO_NOTHING,
  );

export async function insertProvisionalPeople(trx: Trx, forms: readonly AccountForm[]): Promise<void> {
  const people = forms.map(({ username, name, staffNo, orgs }) => ({ id: newId(), username, name, staffNo, orgs }));
  await insertRows(
    trx,
    'sys_user',
    people.map(({ id, username, name, staffNo }) => ({ id, username, name, staff_no: staffNo, search: '' })),
    ON_CONFLICT_DO_NOTHING,
  );
  const members = people.flatMap(({ id, orgs }) =>
    orgs.map(({ orgId, relation, fromDay, untilDay }) => ({
      org_id: orgId,
      user_id: id,
      relation,
      from_day: fromDay,
      until_day: untilDay,
    })),
  );
  await insertRows(trx, 'wms_org_member', members, ON_CONFLICT_DO_NOTHING);
}
