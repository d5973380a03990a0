// Reporting views of stock and its movements.
import { sql } from 'kysely';
import { flowOf, joinAverageNow, valueForViews } from '../../wms/statistics/valued-entries.ts';
import {
  among,
  column,
  GOODS,
  JOIN_PRODUCT,
  ofParties,
  orgColumns,
  PRODUCT,
  quantity,
  textOf,
  UNIT,
  WAREHOUSE,
  type ReportView,
} from './view.ts';

const OWNER = orgColumns('o', 'owner', '所属组织', 'Owner');

const stock: ReportView = {
  name: 'stock',
  zh: '库存',
  en: 'Stock',
  rowZh: '一个库位里同一组织、产品和批次的货物',
  rowEn: 'goods of one product, batch and owner in one box',
  columns: [
    column('id', 'id', '库存记录', 'Stock record', 's.id'),
    column('id', 'product_id', '产品记录', 'Product record', 's.product_id'),
    ...PRODUCT,
    ...OWNER,
    ...WAREHOUSE,
    column('code', 'container_code', '容器编码', 'Container: code', 'k.code'),
    column('text', 'container_name', '容器', 'Container', 'k.name'),
    column('text', 'container_name_en', '容器英文名称', 'Container: English name', 'k.name_en'),
    column('code', 'box_code', '库位', 'Box', 'b.code'),
    column('code', 'batch_no', '批号', 'Batch', 'a.batch_no'),
    column('code', 'batch_status', '批次状态', 'State of the batch', 'a.status', { dic: 'WMS_BATCH_STATE' }),
    column('day', 'made_on', '生产日期', 'Made on', 'a.made_on'),
    column('day', 'expires_on', '有效期至', 'Expires on', 'a.expires_on'),
    column('count', 'days_to_expiry', '距有效期天数', 'Days to expiry', 'a.expires_on - current_date'),
    quantity('qty', '数量', 'Quantity', 's.qty'),
    quantity('reserved', '已占用', 'Reserved', 's.reserved'),
    quantity('available', '可用数量', 'Available', `case when s.frozen or a.status <> 'OK' then 0 else s.qty - s.reserved end`),
    UNIT,
    column('money', 'price', '平均单价', 'Average price', 'v.price'),
    column('money', 'value', '金额', 'Value', 'round(s.qty * v.price, 2)'),
    column('flag', 'frozen', '冻结', 'Frozen', 's.frozen'),
    column('day', 'deposit_until', '存放至', 'Deposited until', 's.deposit_until'),
    column('count', 'days_overdue', '存放超期天数', 'Days overdue', 'greatest(current_date - s.deposit_until, 0)'),
    column('day', 'first_in_on', '首次入库日期', 'First in', 's.first_in_at::date'),
    column('day', 'last_move_on', '最近变动日期', 'Last movement', 's.last_move_at::date'),
    column('count', 'days_still', '未变动天数', 'Days without movement', 'current_date - s.last_move_at::date'),
    column('day', 'last_counted_on', '最近盘点日期', 'Last counted', 's.last_counted_at::date'),
    column('count', 'volume_l', '体积（升）', 'Volume (l)', 's.qty * p.unit_volume_l'),
    column('count', 'mass_kg', '质量（千克）', 'Mass (kg)', 's.qty * p.unit_mass_kg'),
  ],
  from: `wms_product_box s ${JOIN_PRODUCT('s.product_id')}
    left join wms_org o on o.id = s.owner_org_id left join wms_warehouse w on w.id = s.warehouse_id
    left join wms_warehouse_box b on b.id = s.box_id left join wms_container k on k.id = b.container_id
    left join wms_batch a on a.id = s.batch_id ${textOf(joinAverageNow(sql`s`))}
   where s.qty > 0 and ${GOODS}`,
};

const ledger: ReportView = {
  name: 'ledger',
  zh: '台账',
  en: 'Ledger',
  rowZh: '一次入库、出库、移动、盘点调整或冲销',
  rowEn: 'one entry: what came, left, moved, was counted or reversed',
  columns: [
    column('count', 'seq', '台账号', 'Entry number', 'l.seq'),
    column('moment', 'at', '时间', 'When', 'l.at'),
    column('day', 'day', '日期', 'Day', 'l.at::date'),
    column('text', 'month', '月份', 'Month', `to_char(l.at, 'YYYY-MM')`),
    column('code', 'entry_kind', '类型', 'Kind of entry', 'l.kind', { dic: 'WMS_LEDGER_KIND' }),
    column('code', 'flow', '流向（冲销归入原类型）', 'Flow (a reversal counts with what it takes back)', textOf(flowOf), {
      words: 'stat.flow',
    }),
    column('id', 'product_id', '产品记录', 'Product record', 'l.product_id'),
    ...PRODUCT,
    ...OWNER,
    ...WAREHOUSE,
    column('code', 'box_code', '库位', 'Box', 'b.code'),
    column('code', 'batch_no', '批号', 'Batch', 'a.batch_no'),
    column('day', 'expires_on', '有效期至', 'Expires on', 'a.expires_on'),
    quantity('qty', '数量变化', 'Change of quantity', 'l.qty_delta'),
    quantity('qty_in', '入', 'In', 'greatest(l.qty_delta, 0)'),
    quantity('qty_out', '出', 'Out', 'greatest(-l.qty_delta, 0)'),
    quantity('qty_after', '结存', 'Quantity after', 'l.qty_after'),
    UNIT,
    column('money', 'price', '单价', 'Price', textOf(valueForViews.price)),
    column('money', 'value', '金额', 'Value', `round(l.qty_delta * ${textOf(valueForViews.price)}, 2)`),
    column('id', 'document_id', '单据记录', 'Document record', 'l.transaction_id'),
    column('code', 'document_no', '单号', 'Document number', 't.no'),
    column('code', 'document_type', '单据类型', 'Kind of document', 't.type', { dic: 'WMS_TYPE' }),
    column('text', 'keeper_name', '经办人', 'Carried out by', 'u.name'),
    column('text', 'second_keeper_name', '第二保管员', 'Second storekeeper', 'u2.name'),
    column('text', 'reason', '原因', 'Reason', 'l.reason'),
  ],
  from: `wms_ledger l ${JOIN_PRODUCT('l.product_id')}
    left join wms_org o on o.id = l.owner_org_id left join wms_warehouse w on w.id = l.warehouse_id
    left join wms_warehouse_box b on b.id = l.box_id left join wms_batch a on a.id = l.batch_id
    left join wms_transaction t on t.id = l.transaction_id
    left join sys_user u on u.id = l.actor1_id left join sys_user u2 on u2.id = l.actor2_id
    ${textOf(valueForViews.join)}
   where ${ofParties('l.owner_org_id', 'l.warehouse_id')}`,
};

const products: ReportView = {
  name: 'products',
  zh: '产品',
  en: 'Products',
  rowZh: '产品目录中的一个产品',
  rowEn: 'one product of the catalogue',
  columns: [
    column('id', 'id', '产品记录', 'Product record', 'p.id'),
    ...PRODUCT,
    column('code', 'grade', '纯度级别', 'Grade', 'p.grade', { dic: 'WMS_GRADE' }),
    column('text', 'brand', '品牌', 'Brand', 'p.brand'),
    column('text', 'maker', '生产厂家', 'Maker', 'p.maker'),
    column('code', 'catalog_no', '货号', 'Catalogue number', 'p.catalog_no'),
    column('code', 'un_no', 'UN 编号', 'UN number', 'p.un_no'),
    column('code', 'signal', '信号词', 'Signal word', 'p.signal', { dic: 'WMS_SIGNAL' }),
    column('list', 'h_codes', 'H 说明', 'H statements', 'p.h_codes'),
    UNIT,
    column('flag', 'has_sds', '有 SDS', 'Has a safety data sheet', 'p.sds_file_id is not null'),
    column('day', 'sds_rev_date', 'SDS 修订日期', 'Revision of the safety data sheet', 'p.sds_rev_date'),
    column('count', 'shelf_life_days', '保质期（天）', 'Shelf life (days)', 'p.default_shelf_life_days'),
    column('code', 'state', '状态', 'State', 'p.state', { dic: 'WMS_PRODUCT_STATE' }),
  ],
  from: `wms_product p left join wms_category c on c.id = p.category_id where p.deleted_at is null and p.state <> 'DRAFT'`,
};

const batches: ReportView = {
  name: 'batches',
  zh: '批次',
  en: 'Batches',
  rowZh: '有过库存的一个批次',
  rowEn: 'one batch of which there is, or was, stock',
  columns: [
    column('id', 'id', '批次记录', 'Batch record', 'a.id'),
    column('id', 'product_id', '产品记录', 'Product record', 'a.product_id'),
    ...PRODUCT,
    column('code', 'batch_no', '批号', 'Batch', 'a.batch_no'),
    column('code', 'status', '批次状态', 'State of the batch', 'a.status', { dic: 'WMS_BATCH_STATE' }),
    column('day', 'made_on', '生产日期', 'Made on', 'a.made_on'),
    column('day', 'expires_on', '有效期至', 'Expires on', 'a.expires_on'),
    column('count', 'days_to_expiry', '距有效期天数', 'Days to expiry', 'a.expires_on - current_date'),
    ...orgColumns('o', 'supplier', '供应商', 'Supplier'),
  ],
  from: `wms_batch a ${JOIN_PRODUCT('a.product_id')} left join wms_org o on o.id = a.supplier_org_id
   where exists (select from wms_product_box s where s.batch_id = a.id and ${GOODS})`,
};

const hazards: ReportView = {
  name: 'hazards',
  zh: '危险化学品存量',
  en: 'Hazardous goods',
  rowZh: '一个仓库里的一种危险化学品，与其临界量相比',
  rowEn: 'one hazardous product in one warehouse, beside its critical quantity',
  columns: [
    column('id', 'product_id', '产品记录', 'Product record', 'h.product_id'),
    ...PRODUCT,
    ...WAREHOUSE,
    quantity('qty', '数量', 'Quantity', 'h.qty'),
    UNIT,
    column('count', 'mass_t', '质量（吨）', 'Mass (t)', 'h.mass_t'),
    column('count', 'critical_qty_t', '临界量（吨）', 'Critical quantity (t)', 'h.critical_qty_t'),
    column('count', 'share', '与临界量之比', 'Share of the critical quantity', 'h.share'),
  ],
  from: `wms_hazard_load h ${JOIN_PRODUCT('h.product_id')} left join wms_warehouse w on w.id = h.warehouse_id
   where h.qty > 0 and ${among('h.warehouse_id', 'warehouses')}`,
};

export const GOODS_VIEWS = [stock, ledger, products, batches, hazards];
