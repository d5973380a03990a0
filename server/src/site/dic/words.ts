// Wording dictionaries: names of codes that rules depend on, such as states, kinds and reasons. Entries are fixed codes, whose
// texts are phrases until the site overrides them; phrases are resolved in memory, without a query.
import type { Locale } from '@kuwei/contract/constants';
import { LOCALES } from '@kuwei/contract/constants';
import { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { SENDING_STATES } from '@kuwei/contract/sys/msg-sender';
import { BATCH_STATES } from '@kuwei/contract/wms/batch';
import { CONTROL_FLAGS, HAZARDS, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { ORG_TYPES, RELATIONS } from '@kuwei/contract/org';
import {
  BOX_STATES,
  BOX_TYPES,
  CONTAINER_TYPES,
  LOCK_REASONS,
  LOCK_REASONS_GIVEN,
  MIX_POLICIES,
} from '@kuwei/contract/wms/place';
import { PRODUCT_KINDS, PRODUCT_STATES } from '@kuwei/contract/wms/product';
import { WARNING_KINDS, WARNING_SEVERITIES, WARNING_STATES } from '@kuwei/contract/wms/ews-product';
import { LISTING_CAUSES, LISTING_STATES, LISTING_VISIBLE, SHARE_MODES } from '@kuwei/contract/wms/org-product';
import { PERMIT_STATES } from '@kuwei/contract/wms/permit';
import { LEDGER_KINDS } from '@kuwei/contract/wms/product-box';
import { VIOLATED_RULES } from '@kuwei/contract/wms/storage-rule';
import { TODO_KINDS } from '@kuwei/contract/wms/todo-kinds';
import { DOCUMENT_STATUSES, stateKey } from '@kuwei/contract/wms/transaction-state';
import { TRANSACTION_TYPES } from '@kuwei/contract/wms/transaction-type';
import { WAREHOUSE_STATES } from '@kuwei/contract/wms/warehouse';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { shippedText } from '../../phrase.ts';
import { dictionaries, type Field, type Shipped } from './shipped.ts';

interface WordingDic {
  code: string;
  name: string;
  nameEn: string;
  /** The text of a code is the phrase `prefix.CODE`. */
  prefix: string;
  codes: readonly string[];
}

/** A document state has a wording per kind of document where its meaning differs. */
const documentStates = new Set(
  DOCUMENT_STATUSES.flatMap((state) => TRANSACTION_TYPES.map((type) => stateKey(type, state).slice('wms.state.'.length))),
);

export const WORDINGS: readonly WordingDic[] = [
  {
    code: 'WMS_STATE',
    name: '单据状态',
    nameEn: 'Document states',
    prefix: 'wms.state',
    codes: [...documentStates],
  },
  { code: 'WMS_TODO', name: '待办事项', nameEn: 'To-do items', prefix: 'todo', codes: TODO_KINDS },
  { code: 'WMS_TYPE', name: '单据类型', nameEn: 'Kinds of documents', prefix: 'todo.type', codes: TRANSACTION_TYPES },
  {
    code: 'WMS_APPROVAL',
    name: '审批状态',
    nameEn: 'States of approval',
    prefix: 'bpm.state',
    codes: ['RUNNING', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED'],
  },
  { code: 'WMS_PRODUCT_KIND', name: '产品类型', nameEn: 'Kinds of products', prefix: 'wms.product.kind', codes: PRODUCT_KINDS },
  {
    code: 'WMS_PRODUCT_STATE',
    name: '产品状态',
    nameEn: 'States of products',
    prefix: 'wms.product.state',
    codes: PRODUCT_STATES,
  },
  { code: 'WMS_HAZARD', name: '危险性', nameEn: 'Hazard status', prefix: 'wms.hazard', codes: HAZARDS },
  { code: 'WMS_SIGNAL', name: '信号词', nameEn: 'Signal words', prefix: 'wms.product.signal', codes: ['DANGER', 'WARNING'] },
  { code: 'WMS_CONTROL', name: '管控类别', nameEn: 'Control categories', prefix: 'wms.control', codes: CONTROL_FLAGS },
  { code: 'WMS_STORAGE_GROUP', name: '储存组', nameEn: 'Storage groups', prefix: 'hazard.group', codes: STORAGE_GROUPS },
  { code: 'WMS_STORAGE_RULE', name: '存放问题', nameEn: 'Storage problems', prefix: 'safety.rule', codes: VIOLATED_RULES },
  {
    code: 'WMS_WAREHOUSE_STATE',
    name: '仓库状态',
    nameEn: 'States of warehouses',
    prefix: 'wms.warehouse.state',
    codes: WAREHOUSE_STATES,
  },
  {
    code: 'WMS_CONTAINER_TYPE',
    name: '容器类型',
    nameEn: 'Types of containers',
    prefix: 'wms.container.type',
    codes: CONTAINER_TYPES,
  },
  { code: 'WMS_BOX_TYPE', name: '库位类型', nameEn: 'Types of boxes', prefix: 'wms.box.type', codes: BOX_TYPES },
  { code: 'WMS_BOX_STATE', name: '库位状态', nameEn: 'States of boxes', prefix: 'wms.box.state', codes: BOX_STATES },
  {
    code: 'WMS_BOX_MIX',
    name: '混放规则',
    nameEn: 'What boxes may hold together',
    prefix: 'wms.box.mixPolicy',
    codes: MIX_POLICIES,
  },
  {
    code: 'WMS_BOX_LOCK_REASON',
    name: '库位锁定原因',
    nameEn: 'Reasons to lock a box',
    prefix: 'box.lockReason',
    codes: LOCK_REASONS_GIVEN,
  },
  { code: 'WMS_BOX_LOCK', name: '库位锁定标记', nameEn: 'Marks of locked boxes', prefix: 'wms.box.lock', codes: LOCK_REASONS },
  { code: 'WMS_BATCH_STATE', name: '批次状态', nameEn: 'States of batches', prefix: 'wms.batch.status', codes: BATCH_STATES },
  { code: 'WMS_WARNING_KIND', name: '预警类型', nameEn: 'Kinds of warnings', prefix: 'wms.warning.kind', codes: WARNING_KINDS },
  {
    code: 'WMS_WARNING_SEVERITY',
    name: '预警级别',
    nameEn: 'Severities of warnings',
    prefix: 'wms.warning.severity',
    codes: WARNING_SEVERITIES,
  },
  {
    code: 'WMS_WARNING_STATE',
    name: '预警状态',
    nameEn: 'States of warnings',
    prefix: 'wms.warning.state',
    codes: WARNING_STATES,
  },
  {
    code: 'WMS_LISTING_STATE',
    name: '上下架状态',
    nameEn: 'States of listings',
    prefix: 'wms.listing.state',
    codes: LISTING_STATES,
  },
  {
    code: 'WMS_LISTING_VISIBLE',
    name: '上架可见范围',
    nameEn: 'Who sees listings',
    prefix: 'wms.listing.visibleTo',
    codes: LISTING_VISIBLE,
  },
  { code: 'WMS_PERMIT_STATE', name: '许可状态', nameEn: 'States of permits', prefix: 'wms.permit.state', codes: PERMIT_STATES },
  { code: 'WMS_SHARE_MODE', name: '共享方式', nameEn: 'Ways to share', prefix: 'wms.listing.shareMode', codes: SHARE_MODES },
  {
    code: 'WMS_LISTING_CAUSE',
    name: '下架原因',
    nameEn: 'Why listings are taken down',
    prefix: 'wms.listing.cause',
    codes: LISTING_CAUSES,
  },
  {
    code: 'WMS_LEDGER_KIND',
    name: '台账类型',
    nameEn: 'Kinds of ledger entries',
    prefix: 'wms.ledger.kind',
    codes: LEDGER_KINDS,
  },
  { code: 'WMS_ORG_TYPE', name: '组织类型', nameEn: 'Types of organisations', prefix: 'org.type', codes: ORG_TYPES },
  {
    code: 'WMS_ORG_RELATION',
    name: '组织内身份',
    nameEn: 'Identities in a group',
    prefix: 'org.relation',
    codes: RELATIONS,
  },
  { code: 'SYS_MESSAGE_KIND', name: '消息类型', nameEn: 'Kinds of messages', prefix: 'inbox.kind', codes: MESSAGE_KINDS },
  {
    code: 'SYS_SENDING_STATE',
    name: '消息发送状态',
    nameEn: 'States of sent messages',
    prefix: 'sender.state',
    codes: SENDING_STATES,
  },
];

const byCode = new Map(WORDINGS.map((words) => [words.code, words]));
export const wordingCodes = [...byCode.keys()];
export const isWording = (dic: string): boolean => byCode.has(dic);

const shippedWords = ({ code, name, nameEn, prefix, codes }: WordingDic): Shipped => ({
  code,
  name,
  nameEn,
  fields: codes.map((each): Field => {
    const key = `${prefix}.${each}`;
    return [each, shippedText('zh', key), shippedText('en', key)];
  }),
});

/** All shipped dictionaries. */
export const shippedDics: readonly Shipped[] = [...dictionaries, ...WORDINGS.map(shippedWords)];

export type OverrideTables = Record<Locale, Record<string, string>>;

/** Overridden entries as one column of a statement: rows of `OverriddenWord`. */
export const selectOverrides = sql<OverriddenWord[]>`(
  select coalesce(json_agg(json_build_object('dic', d.code, 'code', f.code, 'label', f.label, 'labels', f.labels)), '[]')
    from sys_dic d join sys_dic_field f on f.dic_id = d.id
   where d.code = any(${wordingCodes}::text[])
     and (f.label, f.labels) is distinct from (f.shipped ->> 'label', f.shipped -> 'labels'))`;

export interface OverriddenWord {
  dic: string;
  code: string;
  label: string;
  labels: { language: string; label: string }[];
}

/** The same as texts by phrase key. */
export function buildPhraseTables(changed: readonly OverriddenWord[]): OverrideTables {
  const tables: OverrideTables = { zh: {}, en: {} };
  for (const { dic, code, label, labels } of changed) {
    const key = `${byCode.get(dic)!.prefix}.${code}`;
    for (const locale of LOCALES) {
      const text = labels.find(({ language }) => language === locale)?.label ?? (locale === 'zh' ? label : undefined);
      if (text !== undefined && text !== shippedText(locale, key)) tables[locale][key] = text;
    }
  }
  return tables;
}

export async function loadOverrides(db: Kysely<DB>): Promise<OverrideTables> {
  const { rows } = await sql<{ changed: OverriddenWord[] }>`select ${selectOverrides} as changed`.execute(db);
  return buildPhraseTables(rows[0]!.changed);
}
