// Contents of labels, with their codes.
import { isAllowed } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import type { BodyOf, Needs } from '@kuwei/contract/route';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { pictogramsOf } from '@kuwei/contract/wms/hazard';
import { SCAN_COMMANDS } from '@kuwei/contract/wms/label';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { LABELS_ASKED_MAX, type GoodsLabel, type Label, type scanRoutes } from '@kuwei/contract/wms/scan';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { Db } from '../../db/open.ts';
import { isReversed } from '../transaction/document-status-sql.ts';
import { findReadScope, type ReadScope } from '../scope.ts';
import { isStockVisible, isInVisibleWarehouse } from '../read-conditions.ts';
import { isDocumentVisible } from '../transaction/document.ts';
import { commandCode, labelCode, type IdLabelKind } from './code.ts';

type LabelsQuery = BodyOf<(typeof scanRoutes)['listLabels']>;

/** Labels of visible items in the requested order; for a document, in the order of its lines. */
export async function listLabels(db: Db, secret: Buffer, asked: LabelsQuery, caller: Caller, locale: Locale): Promise<Label[]> {
  const { kind, ids, documentId } = asked;
  const may = ({ needs }: { needs: Needs }): boolean => typeof needs !== 'string' && isAllowed(needs, caller.effective);
  if (kind === 'COMMAND') return may(transactionRoutes.finishTransaction) ? commandCards(secret) : [];
  const readScope = findReadScope(caller);
  if (readScope === null || !may(REQUIRED_ROUTE[kind])) return [];
  const wanted = documentId === null ? ids : await findPutAwayStock(db, documentId, readScope);
  const rows = await LABEL_LOADERS[kind](db, wanted, readScope, locale);
  return rows.map((row) => ({ ...row, code: labelCode(secret, kind, row.id) }));
}

const commandCards = (secret: Buffer): Label[] =>
  SCAN_COMMANDS.map((command) => ({ id: command, code: commandCode(secret, command), goods: null, document: null, command }));

const REQUIRED_ROUTE: Readonly<Record<IdLabelKind, { needs: Needs }>> = {
  STOCK: productBoxRoutes.listStock,
  BATCH: batchRoutes.listBatches,
  DOCUMENT: transactionRoutes.listTransactions,
};

type Row = Omit<Label, 'code'>;
type Goods = Omit<GoodsLabel, 'pictograms'> & { id: string; hCodes: string[] };

const asLabel = ({ id, hCodes, ...goods }: Goods): Row => ({
  id,
  goods: { ...goods, pictograms: pictogramsOf(hCodes) },
  document: null,
  command: null,
});

/** Columns of product `p` and batch `t`; the placeholder batch has no number. */
const goodsOn = (locale: Locale): RawBuilder<unknown> => sql`
  p.code as "productCode", ${named(locale, 'p')} as "productName", p.spec, p.cas, nullif(t.batch_no, '-') as "batchNo", t.made_on as "madeOn",
  t.expires_on as "expiresOn", t.status as "batchStatus", p.storage_group as "storageGroup", p.control_flags as "controlFlags", p.h_codes as "hCodes", p.signal,
  p.base_unit as "baseUnit"`;

const LABEL_LOADERS: Readonly<
  Record<IdLabelKind, (db: Db, ids: readonly string[], readScope: ReadScope, locale: Locale) => Promise<Row[]>>
> = {
  STOCK: async (db, ids, readScope, locale) => {
    const seen = await isStockVisible(db, readScope);
    const { rows } = await sql<Goods>`
      select s.id, ${goodsOn(locale)}, ${named(locale, 'o')} as "ownerOrgName", b.code as "boxCode", s.qty
        from unnest(${ids}::uuid[]) with ordinality w(id, at) join wms_product_box s on s.id = w.id
        join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id
        join wms_org o on o.id = s.owner_org_id join wms_warehouse_box b on b.id = s.box_id
       where ${seen} order by w.at`.execute(db);
    return rows.map(asLabel);
  },
  BATCH: async (db, ids, readScope, locale) => {
    const seen = isInVisibleWarehouse(readScope);
    const { rows } = await sql<Goods>`
      select t.id, ${goodsOn(locale)}, null as "ownerOrgName", null as "boxCode", null as qty
        from unnest(${ids}::uuid[]) with ordinality w(id, at) join wms_batch t on t.id = w.id join wms_product p on p.id = t.product_id
       where exists (select from wms_product_box s where s.batch_id = t.id and ${seen}) order by w.at`.execute(db);
    return rows.map(asLabel);
  },
  DOCUMENT: async (db, ids, readScope, locale) => {
    const { rows } = await sql<{ id: string; document: NonNullable<Label['document']> }>`
      select t.id, json_build_object('no', t.no, 'type', t.type, 'ownerOrgName', ${named(locale, 'o')}, 'applicantName', u.name,
               'warehouseName', ${named(locale, 'w')}, 'planDate', t.plan_date, 'state', t.state, 'reversal', t.reverses_id is not null, 'reversed', ${isReversed}, 'lines', (select count(*) from wms_transaction_line l where l.transaction_id = t.id),
               'controlFlags', (select coalesce(json_agg(distinct f), '[]') from wms_transaction_line l join wms_product p on p.id = l.product_id,
                                 unnest(p.control_flags) f where l.transaction_id = t.id)) as document
        from unnest(${ids}::uuid[]) with ordinality i(id, at) join wms_transaction t on t.id = i.id
        join wms_warehouse w on w.id = t.warehouse_id join wms_org o on o.id = t.owner_org_id join sys_user u on u.id = t.applicant_id
       where ${isDocumentVisible(readScope)} order by i.at`.execute(db);
    return rows.map((row) => ({ ...row, goods: null, command: null }));
  },
};

/** Stock rows that a visible document put goods into. */
async function findPutAwayStock(db: Db, documentId: string, readScope: ReadScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.product_box_id as id from wms_ledger e join wms_transaction t on t.id = e.transaction_id join wms_warehouse w on w.id = t.warehouse_id
     where t.id = ${documentId} and e.qty_delta > 0 and ${isDocumentVisible(readScope)}
     group by e.product_box_id order by min(e.seq) limit ${LABELS_ASKED_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}
