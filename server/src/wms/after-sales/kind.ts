// After-sales cases as a kind of the approval engine.
import type { Fact, Variables } from '@kuwei/contract/bpm/condition';
import type { Locale } from '@kuwei/contract/constants';
import type { OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import type { DocumentSummary, Kind, Reader } from '../../bpm/kind.ts';
import { notifyCandidates as notifyCandidatesOf } from '../../bpm/notify.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import { documentsOf, type CasePlace, type Solution } from '@kuwei/contract/wms/after-sales-state';
import { codesOf, goodsMarks, storageGroupsOf, keepersAt, warehousePlaces } from '../approval.ts';
import { SECTION } from '../owners.ts';
import { OWNER_ROLES } from '../transaction/links.ts';
import { lockRow, record } from './lock.ts';
import { casePage, notifyReviewers } from './messages.ts';
import { BIZ_TYPE, goodsPlace } from './queries.ts';

const VARIABLES = {
  byWarehouse: 'boolean',
  stock: 'boolean',
  controlled: 'boolean',
  toxic: 'boolean',
  value: 'number',
  valueLimit: 'number',
  storageGroups: 'set',
  controlFlags: 'set',
  warehouse: 'set',
} as const satisfies Variables;
type CaseVars = Record<keyof typeof VARIABLES, Fact>;

/** Last price paid for the goods of case `c`, per base unit. */
export const PRICE = sql<string | null>`coalesce(
  (select g.unit_price from wms_ledger g where g.product_box_id = c.product_box_id and g.unit_price is not null order by g.seq desc limit 1),
  (select l.unit_price from wms_transaction_line l where l.id = c.transaction_line_id), p.price)`;

/** Variables for the conditions of the approval definition. */
export async function varsOf({ trx, services }: WriteContext<Caller>, id: string): Promise<CaseVars> {
  interface Facts {
    byWarehouse: boolean;
    solution: Solution;
    place: CasePlace;
    controlled: boolean;
    toxic: boolean;
    value: number;
    group: string | null;
    assessed: boolean;
    controlFlags: string[];
    warehouse: string[];
  }
  const { rows } = await sql<Facts>`
    select c.applicant_org_id <> c.owner_org_id as "byWarehouse", c.solution, ${goodsPlace} as place,
           cardinality(p.control_flags) > 0 or p.hazard = 'UNKNOWN' as controlled, 'TOXIC' = any(p.control_flags) as toxic,
           coalesce(round(c.qty * ${PRICE}, 2), 0)::float8 as value, p.separation_group as "group", p.hazard <> 'UNKNOWN' as assessed,
           p.control_flags as "controlFlags", array[c.warehouse_id::text] as warehouse
      from wms_after_sales c join wms_product p on p.id = c.product_id
      left join wms_transaction_line l on l.id = c.transaction_line_id left join wms_transaction t on t.id = l.transaction_id where c.id = ${id}`.execute(
    trx,
  );
  const { solution, place, group, assessed, ...facts } = rows[0]!;
  return {
    ...facts,
    storageGroups: storageGroupsOf([{ group, assessed }]),
    stock: documentsOf(solution, place).length > 0,
    valueLimit: services.settings.get('WMS_OUTBOUND_VALUE_LIMIT'),
  };
}

const kind: Kind = {
  key: 'wms-after-sales',
  bizType: BIZ_TYPE,
  name: { zh: '售后审批', en: 'After-sales approval' },
  variables: VARIABLES,
  single: ['warehouse'],
  groups: ['keepers'],
  fields: [],
  people: (db, at) => keepersAt(db, at, (id) => sql`select c.warehouse_id from wms_after_sales c where c.id = ${id}`),
  codes: codesOf('storageGroups', 'controlFlags', 'warehouse'),
  places: warehousePlaces,
  lock: async (trx, bizId) => (await lockRow({ trx }, bizId)).rev,
  notify: notifyReviewers,
  recordHandover: async (context, bizId, { action, toId, note, level, step }) => {
    const row = await lockRow(context, bizId);
    await record(context, row, { action, to: row.state, level, step, comment: note, otherId: toId });
  },
  search: async (_, q, bizId) => ({
    which: sql`${bizId} in (select c.id from wms_after_sales c where lower(c.no) like ${like(q)})`,
  }),
  describe: async (db, ids, reader) => {
    const { rows } = await described(ids, reader.locale).execute(db);
    return new Map(rows.map(({ at, ...row }) => [row.id, { ...row, link: linkFor(row.id, at, reader) }]));
  },
};

interface Sides {
  ownerOrgId: string;
  ownerType: OrgType;
  warehouseOrgId: string;
}
type Row = Omit<DocumentSummary, 'link'> & { id: string; at: Sides };

const described = (ids: readonly string[], locale: Locale): RawBuilder<Row> => sql<Row>`
  select c.id, c.no, c.rev, ${named(locale, 'p')} as title, 1 as lines, trim_scale(c.qty)::text as qty, p.base_unit as unit, round(c.qty * ${PRICE}, 2) as value,
         u.name as applicant, ${named(locale, 'o')} as "group", ${named(locale, 'w')} as place, c.levels,
         case when c.state in ('DONE', 'REJECTED', 'CANCELED') then '{}' else ${goodsMarks} end as marks,
         json_build_object('ownerOrgId', o.id, 'ownerType', o.type, 'warehouseOrgId', w.org_id) as at
    from wms_after_sales c join wms_warehouse w on w.id = c.warehouse_id join wms_org o on o.id = c.owner_org_id
    join wms_product p on p.id = c.product_id join sys_user u on u.id = c.applicant_id
   where c.id = any(${[...ids]}::uuid[])`;

/** Where a reader opens a case: on the pages of its warehouse, of its owner, or, as its reviewer, on any of theirs; null: nowhere. */
function linkFor(id: string, { ownerOrgId, ownerType, warehouseOrgId }: Sides, { caller, isAsked }: Reader): string | null {
  const holds = (role: string): boolean => caller.roles.some(({ code }) => code === role);
  const belongs = (orgId: string): boolean => caller.orgs.some((org) => org.id === orgId);
  const isWarehouse = holds('ROLE_WAREHOUSE_ADMIN');
  if (isWarehouse && belongs(warehouseOrgId)) return casePage('admin', id);
  const section = SECTION[ownerType];
  if (section !== undefined && belongs(ownerOrgId)) return casePage(section, id);
  if (!isAsked) return null;
  const own = Object.entries(OWNER_ROLES).find(([, role]) => holds(role))?.[0];
  const side = isWarehouse ? 'admin' : own;
  return side === undefined ? null : casePage(side, id);
}

/**
 * Notifies the candidates of open steps.
 * @param why newly asked, or due soon
 */
const notifyCandidates = (context: WriteContext<Caller>, id: string, why: 'ASKED' | 'SOON' = 'ASKED'): Promise<void> =>
  notifyCandidatesOf(context, kind, id, (ids, step) => notifyReviewers(context, id, ids, why, step));

export const CASE_KIND = { ...kind, notifyCandidates: notifyCandidates };
