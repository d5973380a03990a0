// Scheduled warnings: those caused by time (expiry, idle goods, waiting approvals), those found elsewhere (ledger proof, storage
// rules), and ended snoozes. Warnings caused by commits are raised there and re-checked hourly.
import { EVENTS } from '@kuwei/contract/event';
import type { WarningKind } from '@kuwei/contract/wms/ews-product';
import { sql, type RawBuilder } from 'kysely';
import type { Services } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { lateReportWarnings, reportRulesOf } from '../hazard-flow/due.ts';
import { violationsOf } from '../storage-rule/violations.ts';
import { notifyWarnings } from './notify.ts';

/** Goods per commit; postings of them wait for it. */
const GOODS = 200;

/** @returns number of warnings with notifications, including closed ones */
export async function evaluateWarnings(services: Services): Promise<number> {
  const due = await runAsSystem(services, 'warnings that are due', ({ trx }) => claimDueCheck(services, trx));
  if (due.all) await evaluateGoods(services);
  await runAsSystem(services, 'warnings by the clock', async (context) => {
    const { trx } = context;
    // Serializes processes: the second finds nothing new.
    await sql`select pg_advisory_xact_lock(hashtextextended('ews/clock', 0))`.execute(trx);
    await endSnoozes(trx);
    await updateWarnings(trx, 'APPROVAL_STALE', staleApprovals);
    await updateWarnings(trx, 'LEDGER_DRIFT', ledgerFaults);
    await updateWarnings(trx, 'S_INDEX', hazardIndex);
    await updateWarnings(trx, 'PERMIT_ENDS', endingPermits);
    await updateWarnings(trx, 'PERMIT_USED', usedPermits);
    await updateWarnings(trx, 'FLOW_REPORT', lateReportWarnings(reportRulesOf(services)));
    if (due.all) await updateWarnings(trx, 'BOX_FULL', fullBoxes);
    if (due.all || due.rules) await updateWarnings(trx, 'INCOMPATIBLE', await findIncompatibleStock(trx));
  });
  return runAsSystem(services, 'warnings told', async (context) => {
    const count = await notifyWarnings(context);
    if (count > 0) context.emit({ to: 'all', ...EVENTS.warning, d: {} });
    return count;
  });
}

/** Whether a full check is due: hourly, on a new day, and after a change of settings or storage rules. */
async function claimDueCheck({ settings }: Services, trx: Trx): Promise<{ all: boolean; rules: boolean }> {
  const wanted: Partial<Record<WarningKind, number>> = {
    EXPIRY: settings.get('WMS_EWS_EXPIRY_DAYS'),
    NO_MOVE: settings.get('WMS_EWS_IDLE_DAYS'),
    BOX_FULL: settings.get('WMS_EWS_BOX_PERCENT'),
    PERMIT_ENDS: settings.get('WMS_EWS_PERMIT_DAYS'),
    PERMIT_USED: settings.get('WMS_EWS_PERMIT_PERCENT'),
    APPROVAL_STALE: settings.get('WMS_EWS_APPROVAL_HOURS'),
    SDS_OLD: settings.get('WMS_SDS_YEARS'),
  };
  const { rows } = await sql<{ all: boolean; rules: boolean }>`
    with wanted as (select key as kind, value::numeric as threshold from jsonb_each_text(${JSON.stringify(wanted)}::jsonb)),
    locked as materialized (select * from wms_ews_kind order by kind for no key update),
    changed as (
      update wms_ews_kind k set threshold = w.threshold from wanted w
       where w.kind = k.kind and k.threshold is distinct from w.threshold returning k.kind)
    select exists (select from changed) or bool_or(looked_at is null or looked_at < now() - interval '1 hour' or looked_at::date < current_date)
             as "all",
           exists (select from wms_storage_rule_change c where c.changed_at > min(looked_at)) as rules
      from locked`.execute(trx);
  const due = rows[0]!;
  if (due.all || due.rules) await sql`update wms_ews_kind set looked_at = now()`.execute(trx);
  return due;
}

/** Checks all goods that may have or have warnings; a commit per part. */
async function evaluateGoods(services: Services): Promise<void> {
  const { rows: warehouses } = await sql<{ id: string }>`select id from wms_warehouse order by id`.execute(services.db);
  for (const { id } of warehouses) {
    const { rows } = await sql<{ org: string; product: string }>`
      with sheets as (
        select p.id from wms_product p join wms_ews_kind k on k.kind = 'SDS_OLD'
         where p.kind = 'CHEMICAL' and p.hazard <> 'HARMLESS'
           and (p.sds_file_id is null or p.sds_rev_date is null
                or p.sds_rev_date < current_date - make_interval(years => k.threshold::integer))
      ), lasting as (
        select coalesce(max(l.expiry_days), 0) as days from wms_stock_limit l where l.warehouse_id = ${id}
      )
      select s.owner_org_id as org, s.product_id as product from wms_product_box s
       where s.warehouse_id = ${id} and s.qty > 0 and (
         s.deposit_until < current_date
         or s.last_move_at < now() - make_interval(days => (select threshold::integer from wms_ews_kind where kind = 'NO_MOVE'))
         or s.product_id in (select id from sheets)
         or s.batch_id in (select b.id from wms_batch b where b.expires_on <= current_date
              + greatest((select days from lasting), (select threshold::integer from wms_ews_kind where kind = 'EXPIRY'))))
      union
      select s.owner_org_id, s.product_id from wms_product_box s
       where s.warehouse_id = ${id} and s.owner_org_id in (
         select l.org_id from wms_stock_limit l where l.warehouse_id = ${id} and l.category_id is not null)
      union
      select l.org_id, l.product_id from wms_stock_limit l where l.warehouse_id = ${id} and l.product_id is not null
      union
      select w.org_id, w.product_id from wms_ews w join wms_ews_kind k on k.kind = w.kind and k.goods
       where w.warehouse_id = ${id} and w.state <> 'RESOLVED'
      order by 1, 2`.execute(services.db);
    for (let at = 0; at < rows.length; at += GOODS) {
      const some = rows.slice(at, at + GOODS);
      const orgs = some.map(({ org }) => org);
      const products = some.map(({ product }) => product);
      await runAsSystem(services, 'warnings of goods', ({ trx }) =>
        sql`select wms_ews_look(${orgs}::uuid[], ${products}::uuid[], array_fill(${id}::uuid, array[${some.length}::integer]))`.execute(
          trx,
        ),
      );
    }
  }
}

/** Ends snoozes whose day has come. */
async function endSnoozes(trx: Trx): Promise<void> {
  await sql`
    with due as (select id from wms_ews where state = 'SNOOZED' and until_day <= current_date order by id for no key update skip locked),
    woken as (
      update wms_ews w set state = 'OPEN', until_day = null, to_tell = true, rev = w.rev + 1, updated_at = now()
        from due where w.id = due.id returning w.id)
    insert into wms_ews_event (ews_id, what) select id, 'WOKE' from woken`.execute(trx);
}

/** @param found rows of wms_ews_found, complete for the kind */
async function updateWarnings(trx: Trx, kind: WarningKind, found: RawBuilder<unknown>): Promise<void> {
  await sql`select wms_ews_settle(
      array(select row(${kind}::text, f.subject, f.org_id, f.warehouse_id, f.product_id, f.batch_id, f.box_id, f.transaction_id,
                       f.severity, f.value, f.threshold, f.day)::wms_ews_found from (${found}) f),
      array(select id from wms_ews where kind = ${kind} and state <> 'RESOLVED'))`.execute(trx);
}

const staleApprovals = sql`
  select t.id::text as subject, t.owner_org_id as org_id, t.warehouse_id, null::uuid as product_id, null::uuid as batch_id,
         null::uuid as box_id, t.id as transaction_id, 'SERIOUS' as severity, null::numeric as value, k.threshold, min(a.created_at)::date as day
    from bpm_task a join wms_transaction t on t.id = a.biz_id and t.state = 'SUBMITTED' join wms_ews_kind k on k.kind = 'APPROVAL_STALE'
   where a.state = 'OPEN' and a.kind in ('DECIDE', 'SIGN', 'NOBODY') and a.created_at < now() - k.threshold * interval '1 hour'
   group by t.id, k.threshold`;

/** Faults of the last finished proof. */
const ledgerFaults = sql`
  select w.id::text as subject, null::uuid as org_id, w.id as warehouse_id, null::uuid as product_id, null::uuid as batch_id,
         null::uuid as box_id, null::uuid as transaction_id, 'URGENT' as severity, p.faults::numeric as value, null::numeric as threshold,
         p.day
    from (select ok, jsonb_array_length(result -> 'faults') as faults, ended_at::date as day from wms_ledger_proof
           where ended_at is not null and result is not null order by ended_at desc limit 1) p
    join wms_warehouse w on w.deleted_at is null and w.state = 'ACTIVE'
   where not p.ok`;

/** At 80 % and 100 % of a major hazard installation. */
const hazardIndex = sql`
  select x.warehouse_id::text as subject, null::uuid as org_id, x.warehouse_id, null::uuid as product_id, null::uuid as batch_id,
         null::uuid as box_id, null::uuid as transaction_id, case when x.s >= 1 then 'URGENT' else 'SERIOUS' end as severity,
         round(x.s, 4) as value, case when x.s >= 1 then 1 else 0.8 end as threshold, null::date as day
    from (select h.warehouse_id, sum(h.share) as s from wms_hazard_load h
           where h.critical_qty_t is not null group by h.warehouse_id) x
   where x.s >= 0.8`;

/**
 * Permits before they expire, and after it while deposits under them are unfinished: partly stored ones cannot switch to another
 * permit.
 */
const endingPermits = sql`
  select m.id::text as subject, m.org_id, m.warehouse_id, null::uuid as product_id, null::uuid as batch_id, null::uuid as box_id,
         null::uuid as transaction_id,
         case when m.valid_until < current_date then 'URGENT' when m.valid_until <= current_date + 7 then 'SERIOUS' else 'NOTICE' end as severity,
         null::numeric as value, k.threshold, m.valid_until as day
    from wms_permit m join wms_ews_kind k on k.kind = 'PERMIT_ENDS'
   where m.state = 'VALID' and m.valid_until <= current_date + k.threshold::integer
     and (m.valid_until >= current_date or exists (select from wms_permit_taken t where t.permit_id = m.id and t.coming))`;

const usedPermits = sql`
  select x.id::text as subject, x.org_id, x.warehouse_id, null::uuid as product_id, null::uuid as batch_id, null::uuid as box_id,
         null::uuid as transaction_id, case when x.used >= 100 then 'SERIOUS' else 'NOTICE' end as severity,
         x.used as value, x.threshold, null::date as day
    from (select m.id, m.org_id, m.warehouse_id, k.threshold,
                 trunc((select coalesce(sum(t.amount), 0) from wms_permit_taken t where t.permit_id = m.id) * 100 / m.amount, 1) as used
            from wms_permit m join wms_ews_kind k on k.kind = 'PERMIT_USED'
           where m.state = 'VALID' and current_date between m.valid_from and m.valid_until and m.amount is not null) x
   where x.used >= x.threshold`;

const fullBoxes = sql`
  select x.box_id::text as subject, null::uuid as org_id, x.warehouse_id, null::uuid as product_id, null::uuid as batch_id, x.box_id,
         null::uuid as transaction_id, 'NOTICE' as severity, round(x.full, 1) as value, k.threshold, null::date as day
    from wms_ews_kind k cross join lateral (
      select b.id as box_id, b.warehouse_id,
             greatest(sum(s.qty * p.unit_volume_l) * 100 / nullif(b.max_volume_l, 0), sum(s.qty * p.unit_mass_kg) * 100 / nullif(b.max_mass_kg, 0),
                      count(*) * 100.0 / nullif(b.max_lines, 0)) as full
        from wms_product_box s join wms_warehouse_box b on b.id = s.box_id join wms_product p on p.id = s.product_id
       where s.qty > 0 and b.state <> 'RETIRED' and num_nonnulls(b.max_volume_l, b.max_mass_kg, b.max_lines) > 0
       group by b.id) x
   where k.kind = 'BOX_FULL' and x.full >= k.threshold`;

/** Stock that the rules would refuse today. */
async function findIncompatibleStock(trx: Trx): Promise<RawBuilder<unknown>> {
  const { rows: orgs } = await sql<{
    id: string;
  }>`select distinct org_id as id from wms_warehouse where deleted_at is null`.execute(trx);
  const ids: { id: string; rules: number }[] = [];
  for (const { id } of orgs) ids.push(...(await sql<{ id: string; rules: number }>`${violationsOf(id)}`.execute(trx)).rows);
  return sql`
    select format('%s/%s/%s', s.box_id, s.product_id, s.owner_org_id) as subject, s.owner_org_id as org_id, s.warehouse_id, s.product_id,
           null::uuid as batch_id, s.box_id, null::uuid as transaction_id, 'URGENT' as severity, sum(s.qty) as value,
           null::numeric as threshold, null::date as day
      from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) f(id uuid) join wms_product_box s on s.id = f.id
     group by s.box_id, s.product_id, s.owner_org_id, s.warehouse_id`;
}
