// Notifies of warnings in one message per kind and run, which closes with the last of them.
import { WMS_ROLES } from '@kuwei/contract/access';
import type { OrgType } from '@kuwei/contract/org';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { KEEPER_KINDS, type WarningKind } from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import { findHolders } from '../../platform/people.ts';
import { notifyAll, type Notice, closeCopies } from '../../platform/msg-inbox/notify.ts';
import { EVENTS } from '@kuwei/contract/event';
import { SECTION } from '../owners.ts';

type Context = WriteContext<Caller>;

/** Per run; the rest follow a minute later. */
const MOST = 20_000;

interface Row {
  id: string;
  kind: WarningKind;
  state: string;
  orgId: string | null;
  warehouseId: string;
  /** Organisation that runs the warehouse. */
  warehouseOrgId: string;
  bundle: string | null;
  what: BothNames;
}

/** @returns number of warnings covered */
export async function notifyWarnings(context: Context): Promise<number> {
  const { trx } = context;
  const { rows } = await sql<Row>`
    with due as (select id, bundle from wms_ews where to_tell order by kind, id limit ${MOST} for no key update skip locked),
    notified as (update wms_ews w set to_tell = false from due where w.id = due.id returning w.*)
    select w.id, w.kind, w.state, w.org_id as "orgId", w.warehouse_id as "warehouseId", h.org_id as "warehouseOrgId", due.bundle,
           case when p.id is not null then ${bothNames('p')}
             else json_build_object('zh', coalesce(b.code, d.no, m.number, h.name), 'en', coalesce(b.code, d.no, m.number, h.name_en, h.name)) end as what
      from notified w join due on due.id = w.id join wms_warehouse h on h.id = w.warehouse_id
      left join wms_product p on p.id = w.product_id left join wms_warehouse_box b on b.id = w.box_id
      left join wms_transaction d on d.id = w.transaction_id left join wms_permit m on m.id = w.permit_id
     order by w.weight desc, w.id`.execute(trx);
  if (rows.length === 0) return 0;
  const notices: Notice[] = [];
  for (const [kind, some] of Map.groupBy(
    rows.filter(({ state }) => state === 'OPEN'),
    (row) => row.kind,
  )) {
    const bundle = newId();
    await sql`update wms_ews set bundle = ${bundle} where id = any(${some.map(({ id }) => id)}::uuid[])`.execute(trx);
    notices.push(
      ...(await noticesForOwners(context, kind, bundle, some)),
      ...(await noticesForWarehouse(context, kind, bundle, some)),
    );
  }
  await notifyAll(context, notices);
  await endBundles(context, [...new Set(rows.flatMap(({ bundle }) => bundle ?? []))]);
  return rows.length;
}

/** @param parties organisations or warehouses whose warnings it covers: with the last of them the message closes */
const notice = (kind: WarningKind, bundle: string, parties: string, some: readonly Row[]) => {
  const key = `wms.warning.kind.${kind}` satisfies PhraseKey;
  return {
    template: 'msg.warnings' as const,
    params: { kind: { zh: say('zh', key), en: say('en', key) }, count: some.length, first: some[0]!.what },
    about: { bc: 'wms', fc: 'ews-product', objectId: bundle },
    cause: `ews:${bundle}:${parties}`,
  };
};

/** One message per user, also for members of several owners. */
async function noticesForOwners({ trx }: Context, kind: WarningKind, bundle: string, rows: readonly Row[]): Promise<Notice[]> {
  const byOrg = Map.groupBy(rows, ({ orgId }) => orgId);
  const orgIds = [...byOrg.keys()].filter((id) => id !== null);
  const { rows: people } = await sql<{ type: OrgType; orgs: string[]; userIds: string[] }>`
    select type, orgs, array_agg(id) as "userIds"
      from (select u.id, o.type, array_agg(o.id order by o.id) as orgs
              from wms_org o join wms_org_user m on m.org_id = o.id join sys_user u on u.id = m.user_id
             where o.id = any(${orgIds}::uuid[]) and u.state = 'ACTIVE' and u.deleted_at is null
             group by 1, 2) people
     group by 1, 2`.execute(trx);
  return people.flatMap(({ type, orgs, userIds }) => {
    const section = SECTION[type];
    if (section === undefined) return [];
    const some = orgs.flatMap((id) => byOrg.get(id) ?? []);
    const link = `/${section}/wms/ews-product?kind=${kind}&org=${orgs.join(',')}`;
    return [{ ...notice(kind, bundle, orgs.join(','), some), to: userIds, link }];
  });
}

/**
 * Report deadlines go to those who report, other warnings to the holders of the role: storekeepers hear of their daily work in the
 * warehouses that they keep, everyone else of everything in the warehouses of their organisation.
 */
async function noticesForWarehouse({ trx }: Context, kind: WarningKind, bundle: string, rows: readonly Row[]): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const [orgId, some] of Map.groupBy(rows, ({ warehouseOrgId }) => warehouseOrgId)) {
    if (kind === 'FLOW_REPORT') {
      const to = await findHolders(trx, WMS_ROLES.control, orgId);
      if (to.length > 0) notices.push({ ...notice(kind, bundle, orgId, some), to, link: '/admin/wms/hazard-flow/report' });
      continue;
    }
    const link = `/admin/wms/ews-product?kind=${kind}`;
    const holders = await findHolders(trx, WMS_ROLES.warning, orgId);
    const kept = await keptWarehouses(trx, holders, orgId);
    const others = holders.filter((id) => !kept.has(id));
    if (others.length > 0) notices.push({ ...notice(kind, bundle, orgId, some), to: others, link });
    if (!(KEEPER_KINDS as readonly WarningKind[]).includes(kind)) continue;
    for (const [warehouses, to] of Map.groupBy(kept.keys(), (id) => kept.get(id)!.join(','))) {
      const theirs = some.filter(({ warehouseId }) => warehouses.includes(warehouseId));
      if (theirs.length > 0) notices.push({ ...notice(kind, bundle, warehouses, theirs), to, link });
    }
  }
  return notices;
}

/** Of those users who are storekeepers of the organisation: the warehouses they keep. */
async function keptWarehouses(trx: Trx, userIds: readonly string[], orgId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ userId: string; warehouseIds: string[] }>`
    select m.user_id as "userId",
           array(select k.warehouse_id from wms_warehouse_keeper k where k.user_id = m.user_id order by 1) as "warehouseIds"
      from wms_org_user m
     where m.org_id = ${orgId} and m.relation = 'KEEPER' and m.user_id = any(${[...userIds]}::uuid[])`.execute(trx);
  return new Map(rows.map(({ userId, warehouseIds }) => [userId, warehouseIds]));
}

/** Closes messages without remaining warnings for their recipients. */
async function endBundles(context: Context, bundles: readonly string[]): Promise<void> {
  if (bundles.length === 0) return;
  const { rows } = await sql<{ cause: string }>`
    select distinct m.cause from sys_message m
     where m.object_id = any(${bundles}::text[]) and m.fc = 'ews-product' and not exists (
       select from wms_ews w join wms_warehouse h on h.id = w.warehouse_id
        where w.bundle = m.object_id::uuid and w.state in ('OPEN', 'ACKED', 'SNOOZED')
          and array[w.org_id::text, h.org_id::text, h.id::text] && string_to_array(split_part(m.cause, ':', 3), ','))`.execute(
    context.trx,
  );
  const causes = rows.map(({ cause }) => cause);
  if (causes.length === 0) return;
  const to = await closeCopies(context.trx, sql`m.object_id = any(${bundles}::text[]) and m.cause = any(${causes}::text[])`);
  if (to.length > 0) context.emit({ to, ...EVENTS.message, d: {} });
}
