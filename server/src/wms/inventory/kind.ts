// Counts as a kind of the approval engine.
import type { Fact, Variables } from '@kuwei/contract/bpm/condition';
import { sql, type RawBuilder } from 'kysely';
import type { DocumentSummary, Kind, Reader } from '../../bpm/kind.ts';
import { notifyCandidates } from '../../bpm/notify.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import { codesOf, keepersAt, warehousePlaces } from '../approval.ts';
import { needsTwoKeepers } from '../product/check.ts';
import { lockRow, record } from './lock.ts';
import { notifyReviewers } from './messages.ts';
import { IS_BEYOND_TOLERANCE, BIZ_TYPE, IS_CONTROLLED, isBlind, VARIANCE } from './queries.ts';

const VARIABLES = {
  controlled: 'boolean',
  toxic: 'boolean',
  beyond: 'boolean',
  value: 'number',
  valueLimit: 'number',
  differences: 'number',
  lines: 'number',
  warehouse: 'set',
} as const satisfies Variables;
type CountVars = Record<keyof typeof VARIABLES, Fact>;

/** Last price paid for stock, per base unit. */
export const PRICE = sql<
  string | null
>`(select g.unit_price from wms_ledger g where g.product_box_id = l.product_box_id and g.unit_price is not null
  order by g.seq desc limit 1)`;

/** Variables for the conditions of the approval definition: of differing lines, and of all lines. */
export async function varsOf({ trx, services }: WriteContext<Caller>, id: string): Promise<CountVars> {
  const { rows } = await sql<Omit<CountVars, 'valueLimit'>>`
    select coalesce(bool_or(${IS_CONTROLLED}) filter (where ${VARIANCE} <> 0), false) as controlled,
           coalesce(bool_or(${needsTwoKeepers}) filter (where ${VARIANCE} <> 0), false) as toxic, coalesce(bool_or(${IS_BEYOND_TOLERANCE}), false) as beyond,
           coalesce(sum(round(abs(${VARIANCE}) * ${PRICE}, 2)), 0)::float8 as value, count(*) filter (where ${VARIANCE} <> 0)::int as differences,
           count(*)::int as lines, array_agg(distinct c.warehouse_id::text) as warehouse
      from wms_inventory_line l join wms_inventory c on c.id = l.inventory_id join wms_product p on p.id = l.product_id
     where l.inventory_id = ${id}`.execute(trx);
  return { ...rows[0]!, valueLimit: services.settings.get('WMS_COUNT_VALUE_LIMIT') };
}

const kind: Kind = {
  key: 'wms-count',
  bizType: BIZ_TYPE,
  name: { zh: '盘点审批', en: 'Count approval' },
  variables: VARIABLES,
  groups: ['keepers'],
  fields: [],
  people: (db, at) => keepersAt(db, at, (id) => sql`select c.warehouse_id from wms_inventory c where c.id = ${id}`),
  codes: codesOf('warehouse'),
  places: warehousePlaces,
  lock: async (trx, bizId) => (await lockRow({ trx }, bizId)).rev,
  notify: notifyReviewers,
  recordHandover: async (context, bizId, { action, toId, note, level, step }) => {
    const count = await lockRow(context, bizId);
    await record(context, count, { action, to: count.state, level, step, comment: note, otherId: toId });
  },
  search: async (_, q, bizId) => ({
    which: sql`${bizId} in (select c.id from wms_inventory c join wms_warehouse w on w.id = c.warehouse_id where lower(c.no) like ${like(q)})`,
  }),
  describe: async (db, ids, reader) => {
    const { rows } = await described(ids, reader).execute(db);
    return new Map(rows.map(({ id, ...each }) => [id, each]));
  },
};

type Row = DocumentSummary & { id: string };

/** Whether they can open the pages of counts. */
const hasPages = ({ roles }: Caller): boolean => roles.some(({ code }) => code === 'ROLE_WAREHOUSE_ADMIN');

const described = (ids: readonly string[], { caller, isAsked, locale }: Reader): RawBuilder<Row> => sql<Row>`
  select c.id, c.no, c.rev, ${locale === 'en' ? sql`'Stock count'` : sql`'盘点'`} as title, case when ${isBlind(caller)} then 0 else n.lines end as lines,
         null as qty, null as unit, case when not ${isBlind(caller)} then n.value end as value, u.name as applicant,
         ${named(locale, 'o')} as "group", ${named(locale, 'w')} as place, case when not ${isBlind(caller)} then c.levels end as levels,
         case when c.state in ('APPROVED', 'CANCELED') or ${isBlind(caller)} then '{}' else n.marks end as marks,
         case when ${hasPages(caller)} and (${isAsked} or w.org_id = any(${caller.orgs.map(({ id }) => id)}::uuid[])) then '/admin/wms/inventory/edit?id=' || c.id end as link
    from wms_inventory c join wms_warehouse w on w.id = c.warehouse_id join wms_org o on o.id = w.org_id join sys_user u on u.id = c.created_by
   cross join lateral (
     select count(*) filter (where ${VARIANCE} <> 0)::int as lines, sum(round(abs(${VARIANCE}) * ${PRICE}, 2)) as value,
            case when bool_or(${IS_CONTROLLED} and ${VARIANCE} <> 0) then array['CONTROLLED'] else '{}' end
              || case when bool_or(${needsTwoKeepers} and ${VARIANCE} <> 0) then array['TOXIC'] else '{}' end as marks
       from wms_inventory_line l join wms_product p on p.id = l.product_id where l.inventory_id = c.id) n
   where c.id = any(${[...ids]}::uuid[])`;

export const COUNT_KIND = {
  ...kind,
  /** Notifies the candidates of open steps. */
  notifyCandidates: (context: WriteContext<Caller>, id: string): Promise<void> => notifyCandidates(context, kind, id),
};
