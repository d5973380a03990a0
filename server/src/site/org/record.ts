// An organisation as a form: its columns, members and quotas.
import type { Member, OrgForm, OrgRecord, Quota } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { asText, pick, rowsOf } from '../../db/columns.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB, WmsOrg } from '../../db/types.ts';

export const ORGANISATIONS = 'wms_org';

/** Columns of `o`, a row of wms_org. */
export const ORG = {
  id: 'o.id',
  code: 'o.code',
  name: 'o.name',
  nameEn: 'o.name_en',
  type: 'o.type',
  contact: 'o.contact',
  phone: 'o.phone',
  address: 'o.address',
  remark: 'o.remark',
  rev: 'o.rev',
  createdAt: 'o.created_at',
  updatedAt: 'o.updated_at',
  state: sql<OrgRecord['state']>`case when o.valid then 'ACTIVE' else 'DISABLED' end`,
  members: sql<Member[]>`coalesce((
    select json_agg(json_build_object('userId', m.user_id, 'relation', m.relation, 'fromDay', m.from_day, 'untilDay', m.until_day)
                    order by m.relation <> 'LEADER', u.name collate "zh-x-icu", u.id)
      from wms_org_member m join sys_user u on u.id = m.user_id where m.org_id = o.id), '[]')`,
  quotas: sql<Quota[]>`coalesce((
    select json_agg(json_build_object('warehouseId', q.warehouse_id, 'maxBoxes', q.max_boxes, 'maxVolumeL', ${asText('q.max_volume_l')})
                    order by w.code collate wms_natural, w.id)
      from wms_org_quota q join wms_warehouse w on w.id = q.warehouse_id where q.org_id = o.id), '[]')`,
} as const;

const FORM = ['code', 'name', 'nameEn', 'type', 'contact', 'phone', 'address', 'remark', 'members', 'quotas'] as const;

/** A stored organisation. */
export interface StoredOrg {
  id: string;
  rev: number;
  state: OrgRecord['state'];
  mergedIntoId: string | null;
  form: OrgForm;
}

export type StoredRow = Pick<OrgRecord, (typeof FORM)[number] | 'id' | 'rev' | 'state'> & { mergedIntoId: string | null };

/** Rows for `asStored`. @param from the `from` clause, with `o` */
export const storedRows = (from: RawBuilder<unknown>): RawBuilder<StoredRow> =>
  rowsOf<StoredRow, { o: WmsOrg }>({ ...pick(ORG, ...FORM, 'id', 'rev', 'state'), mergedIntoId: 'o.merged_into_id' }, from);

export const asStored = ({ id, rev, state, mergedIntoId, ...form }: StoredRow): StoredOrg => ({
  id,
  rev,
  state,
  mergedIntoId,
  form,
});

async function stored(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<StoredOrg[]> {
  const { rows } = await storedRows(sql`wms_org o where ${which}`).execute(db);
  return rows.map(asStored);
}

export const orgsById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredOrg>> =>
  new Map((await stored(db, sql`o.id = ${anyOf(ids)}`)).map((org) => [org.id, org]));

export const orgsByCode = async (db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, StoredOrg>> =>
  new Map((await stored(db, sql`o.code = any(${codes}::text[])`)).map((org) => [org.form.code, org]));

/** Normalizes the order of members and quotas. */
export const sortMembersAndQuotas = (form: OrgForm): OrgForm => ({
  ...form,
  members: form.members.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)),
  quotas: form.quotas.toSorted((one, other) => (one.warehouseId < other.warehouseId ? -1 : 1)),
});
