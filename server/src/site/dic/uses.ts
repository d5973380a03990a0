// Where records reference dictionary entries: protects them from deletion, and counts uses.
import type { DicUsage } from '@kuwei/contract/auth/dic';
import type { Locale } from '@kuwei/contract/constants';
import { joinList, type PlainKey } from '@kuwei/contract/phrase';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { documentStatusCode } from '../../wms/transaction/document-status-sql.ts';

interface Use {
  place: PlainKey;
  /** Rows of `code`, one per reference. */
  from: RawBuilder<unknown>;
}

const column = (place: PlainKey, table: string, name: string): Use => ({
  place,
  from: sql`select ${sql.ref(name)} as code from ${sql.table(table)}`,
});

/** Codes in an array. */
const each = (place: PlainKey, table: string, name: string): Use => ({
  place,
  from: sql`select unnest(${sql.ref(name)}) as code from ${sql.table(table)}`,
});

const USES: Readonly<Record<string, readonly Use[]>> = {
  WMS_UNIT: [
    column('dic.use.baseUnit', 'wms_product', 'base_unit'),
    { place: 'dic.use.units', from: sql`select u ->> 'unit' as code from wms_product, jsonb_array_elements(units) u` },
    column('dic.use.lines', 'wms_transaction_line', 'unit'),
    column('dic.use.permits', 'wms_permit', 'unit'),
  ],
  WMS_PERMIT_KIND: [column('dic.use.permits', 'wms_permit', 'kind')],
  SYS_REPORT_CATEGORY: [column('dic.use.reports', 'sys_report', 'category')],
  SYS_IDENTITY: [column('dic.use.people', 'sys_user', 'identity')],
  SYS_POWER_MODULE: [column('rights.power.title', 'sys_power', 'module')],
  WMS_GRADE: [column('dic.use.products', 'wms_product', 'grade')],
  WMS_CONDITION: [
    each('dic.use.products', 'wms_product', 'conditions_required'),
    each('dic.use.containers', 'wms_container', 'conditions_offered'),
  ],
  WMS_STATE: [
    {
      place: 'dic.use.documents',
      from: sql`select ${documentStatusCode} as code from wms_transaction t where t.deleted_at is null`,
    },
  ],
  WMS_TYPE: [column('dic.use.documents', 'wms_transaction', 'type')],
  WMS_COUNT_REASON: [column('dic.use.counts', 'wms_inventory_line', 'reason')],
  WMS_APPROVAL: [column('dic.use.approvals', 'bpm_instance', 'state')],
  WMS_PRODUCT_KIND: [column('dic.use.products', 'wms_product', 'kind')],
  WMS_PRODUCT_STATE: [column('dic.use.products', 'wms_product', 'state')],
  WMS_HAZARD: [column('dic.use.products', 'wms_product', 'hazard')],
  WMS_SIGNAL: [column('dic.use.products', 'wms_product', 'signal')],
  WMS_CONTROL: [
    each('dic.use.products', 'wms_product', 'control_flags'),
    column('dic.use.permits', 'wms_permit', 'control_class'),
  ],
  WMS_PERMIT_STATE: [column('dic.use.permits', 'wms_permit', 'state')],
  WMS_STORAGE_GROUP: [
    column('dic.use.products', 'wms_product', 'storage_group'),
    each('dic.use.containers', 'wms_container', 'allowed_groups'),
  ],
  WMS_WAREHOUSE_STATE: [column('dic.use.warehouses', 'wms_warehouse', 'state')],
  WMS_CONTAINER_TYPE: [column('dic.use.containers', 'wms_container', 'type')],
  WMS_BOX_TYPE: [column('dic.use.boxes', 'wms_warehouse_box', 'type')],
  WMS_BOX_STATE: [column('dic.use.boxes', 'wms_warehouse_box', 'state')],
  WMS_BOX_MIX: [column('dic.use.boxes', 'wms_warehouse_box', 'mix_policy')],
  WMS_BOX_LOCK_REASON: [column('dic.use.boxes', 'wms_warehouse_box', 'lock_reason')],
  WMS_BOX_LOCK: [column('dic.use.boxes', 'wms_warehouse_box', 'lock_reason')],
  WMS_BATCH_STATE: [column('dic.use.batches', 'wms_batch', 'status')],
  WMS_WARNING_KIND: [column('dic.use.warnings', 'wms_ews', 'kind')],
  WMS_WARNING_SEVERITY: [column('dic.use.warnings', 'wms_ews', 'severity')],
  WMS_WARNING_STATE: [column('dic.use.warnings', 'wms_ews', 'state')],
  WMS_LISTING_STATE: [column('dic.use.listings', 'wms_org_product', 'state')],
  WMS_LISTING_VISIBLE: [column('dic.use.listings', 'wms_org_product', 'visible_to')],
  WMS_SHARE_MODE: [column('dic.use.listings', 'wms_org_product', 'share_mode')],
  WMS_LISTING_CAUSE: [column('dic.use.listings', 'wms_org_product_event', 'cause')],
  WMS_LEDGER_KIND: [column('dic.use.ledger', 'wms_ledger', 'kind')],
  WMS_ORG_TYPE: [column('dic.use.orgs', 'wms_org', 'type')],
  WMS_ORG_RELATION: [column('dic.use.members', 'wms_org_user', 'relation')],
  SYS_MESSAGE_KIND: [column('dic.use.messages', 'sys_message', 'kind')],
  SYS_SENDING_STATE: [column('dic.use.messages', 'sys_message', 'state')],
};

/** @param codes to look up; null: all */
export function usesOf(db: Kysely<DB>, dic: string, codes: readonly string[] | null, locale: Locale): Promise<DicUsage[]> {
  return Promise.all(
    (USES[dic] ?? []).map(async ({ place, from }) => {
      const { rows } = await sql<{ code: string; count: number }>`
        select code, count(*)::int as count from (${from}) x
         where ${codes === null ? sql`code is not null` : sql`code = any(${codes}::text[])`} group by code`.execute(db);
      return { place: say(locale, place), codes: rows };
    }),
  );
}

/** Uses of entries, in words; null without any. */
export async function formatUses(db: Kysely<DB>, dic: string, codes: readonly string[], locale: Locale): Promise<string | null> {
  const uses = await usesOf(db, dic, codes, locale);
  const texts = codes.flatMap((code) => {
    const places = uses.flatMap(({ place, codes: counts }) => {
      const count = counts.find((each) => each.code === code)?.count ?? 0;
      return count === 0 ? [] : [say(locale, 'dic.used', { place, count })];
    });
    return places.length === 0 ? [] : [say(locale, 'dic.usedBy', { code, places: joinList(locale, places) })];
  });
  return texts.length === 0 ? null : texts.slice(0, 5).join(say(locale, 'wms.shortComma'));
}
