// Reporting views of documents and their reviewers, and of the results of counts and after-sales cases.
import {
  column,
  DOCUMENTS,
  JOIN_PRODUCT,
  nameOf,
  ofParties,
  orgColumns,
  PRODUCT,
  quantity,
  textOf,
  UNIT,
  WAREHOUSE,
  type ReportView,
} from './view.ts';
import { isReversed, documentStatusCode } from '../../wms/transaction/document-status-sql.ts';

const OWNER = orgColumns('o', 'owner', '所属组织', 'Owner');
const hours = (from: string, to: string): string => `round((extract(epoch from ${to} - ${from}) / 3600)::numeric, 2)`;

const DOCUMENT = [
  column('id', 'document_id', '单据记录', 'Document record', 't.id'),
  column('code', 'no', '单号', 'Number', 't.no'),
  column('code', 'type', '单据类型', 'Kind of document', 't.type', { dic: 'WMS_TYPE' }),
  column('code', 'state', '状态', 'State', textOf(documentStatusCode), { dic: 'WMS_STATE' }),
  ...OWNER,
  ...WAREHOUSE,
  column('text', 'applicant_name', '申请人', 'Applicant', 'u.name'),
  column('flag', 'has_controlled', '含管控品', 'Has controlled goods', 't.controlled'),
  column('moment', 'submitted_at', '提交时间', 'Submitted', 't.submitted_at'),
  column('moment', 'approved_at', '审核通过时间', 'Approved', 't.approved_at'),
  column('moment', 'finished_at', '完成时间', 'Finished', 't.finished_at'),
  column('text', 'finished_month', '完成月份', 'Month finished', `to_char(t.finished_at, 'YYYY-MM')`),
  column('day', 'plan_date', '计划日期', 'Planned day', 't.plan_date'),
  column('flag', 'is_reversal', '冲销单据', 'Is a reversal', 't.reverses_id is not null'),
  column('flag', 'is_reversed', '已被冲销', 'Was reversed', textOf(isReversed)),
  column(
    'code',
    'reverses_no',
    '被冲销单号',
    'Number of what it reverses',
    '(select v.no from wms_transaction v where v.id = t.reverses_id)',
  ),
];
/** Negative for a reversal, so that what it takes back is not counted twice. */
const signed = (qty: string): string => `case when t.reverses_id is null then ${qty} else - ${qty} end`;
const FROM_DOCUMENT = `left join wms_org o on o.id = t.owner_org_id left join wms_warehouse w on w.id = t.warehouse_id
    left join sys_user u on u.id = t.applicant_id`;

const documents: ReportView = {
  name: 'documents',
  zh: '单据',
  en: 'Documents',
  rowZh: '一张入库、出库或移库单',
  rowEn: 'one deposit, collection or move',
  columns: [
    ...DOCUMENT,
    column('day', 'deposit_until', '存放至', 'Deposited until', 't.deposit_until'),
    column('code', 'purchase_no', '采购单号', 'Purchase number', 't.purchase_no'),
    column('text', 'purpose', '用途', 'Purpose', 't.purpose'),
    ...orgColumns('y', 'supplier', '供应商', 'Supplier'),
    column('count', 'round', '审核轮次', 'Round of review', 't.round'),
    column('count', 'lines', '行数', 'Lines', '(select count(*) from wms_transaction_line x where x.transaction_id = t.id)'),
    column('flag', 'is_open', '未结束', 'Still open', `t.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')`),
    column(
      'count',
      'days_waiting',
      '已等待天数',
      'Days waiting',
      `case when t.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL') then current_date - t.submitted_at::date end`,
    ),
    column('count', 'hours_to_approve', '审核用时（小时）', 'Hours to approve', hours('t.submitted_at', 't.approved_at')),
    column('count', 'hours_to_finish', '全程用时（小时）', 'Hours to finish', hours('t.submitted_at', 't.finished_at')),
  ],
  from: `wms_transaction t ${FROM_DOCUMENT} left join wms_org y on y.id = t.supplier_org_id where ${DOCUMENTS}`,
};

const documentLines: ReportView = {
  name: 'document_lines',
  zh: '单据明细',
  en: 'Lines of documents',
  rowZh: '单据中的一行货物',
  rowEn: 'one line of a document',
  columns: [
    ...DOCUMENT,
    column('count', 'line_no', '行号', 'Line', 'l.line_no'),
    column('id', 'product_id', '产品记录', 'Product record', 'l.product_id'),
    ...PRODUCT,
    column('code', 'batch_no', '批号', 'Batch', 'l.batch_no'),
    column('day', 'expires_on', '有效期至', 'Expires on', 'l.expires_on'),
    quantity('qty_asked', '申请数量', 'Quantity asked for', signed('l.qty_req')),
    quantity('qty_approved', '批准数量', 'Quantity approved', signed('l.qty_appr')),
    quantity('qty_done', '完成数量', 'Quantity done', signed('l.qty_done')),
    UNIT,
    column('money', 'price', '单价', 'Price', 'l.unit_price'),
  ],
  from: `wms_transaction_line l join wms_transaction t on t.id = l.transaction_id ${JOIN_PRODUCT('l.product_id')} ${FROM_DOCUMENT}
   where ${DOCUMENTS}`,
};

/** Visibility is checked row by row, by primary key. */
const REVIEWED = `(
  k.biz_type = 'WMS_TRANSACTION' and exists (select from wms_transaction t where t.id = k.biz_id and ${DOCUMENTS})
  or k.biz_type = 'WMS_INVENTORY' and exists (
    select from wms_inventory t where t.id = k.biz_id and ${ofParties('null::uuid', 't.warehouse_id')})
  or k.biz_type = 'WMS_AFTER_SALES' and exists (
    select from wms_after_sales t where t.id = k.biz_id and t.submitted_at is not null and ${ofParties('t.owner_org_id', 't.warehouse_id')}))`;

const reviews: ReportView = {
  name: 'reviews',
  zh: '审核',
  en: 'Reviews',
  rowZh: '一步审核：等待中的，或已作出的决定',
  rowEn: 'one step of a review: open, or decided',
  columns: [
    column('id', 'document_id', '单据记录', 'Document record', 'k.biz_id'),
    column('code', 'document_kind', '审核对象', 'What is reviewed', 'k.biz_type', { words: 'report.reviewed' }),
    column(
      'code',
      'no',
      '单号',
      'Number',
      'coalesce((select x.no from wms_transaction x where x.id = k.biz_id), (select x.no from wms_inventory x where x.id = k.biz_id), (select x.no from wms_after_sales x where x.id = k.biz_id))',
    ),
    column('text', 'step', '步骤', 'Step', nameOf('k')),
    column('count', 'level', '级', 'Level', 'k.level'),
    column('count', 'round', '轮次', 'Round', 'k.round'),
    column('flag', 'is_open', '等待中', 'Still open', `k.state = 'OPEN'`),
    column('text', 'reviewer_name', '审核人', 'Reviewer', 'u.name'),
    column('code', 'decision', '决定', 'Decision', 'd.decision', { words: 'bpm.decision' }),
    column('text', 'comment', '意见', 'Comment', 'd.comment'),
    column('moment', 'asked_at', '到达时间', 'Asked', 'k.created_at'),
    column('moment', 'due_at', '时限', 'Due', 'k.due_at'),
    column('moment', 'decided_at', '决定时间', 'Decided', 'd.at'),
    column('text', 'decided_month', '决定月份', 'Month decided', `to_char(d.at, 'YYYY-MM')`),
    column('count', 'hours', '用时（小时）', 'Hours', hours('k.created_at', 'coalesce(d.at, now())')),
    column('flag', 'is_late', '超时', 'Late', 'coalesce(d.at, now()) > k.due_at'),
  ],
  from: `bpm_task k left join bpm_decision d on d.task_id = k.id left join sys_user u on u.id = d.actor_id
   where k.kind in ('DECIDE', 'SIGN') and k.state in ('OPEN', 'APPROVED', 'RETURNED', 'REJECTED') and ${REVIEWED}`,
};

const counts: ReportView = {
  name: 'counts',
  zh: '盘点结果',
  en: 'Results of counts',
  rowZh: '已通过的盘点中的一行',
  rowEn: 'one line of a count that was approved',
  columns: [
    column('code', 'no', '单号', 'Number', 'n.no'),
    column('code', 'type', '盘点类型', 'Kind of count', 'n.type', { words: 'wms.count.type' }),
    ...WAREHOUSE,
    column('day', 'ended_on', '完成日期', 'Ended', 'n.ended_at::date'),
    column('text', 'ended_month', '完成月份', 'Month', `to_char(n.ended_at, 'YYYY-MM')`),
    column('code', 'box_code', '库位', 'Box', 'b.code'),
    column('id', 'product_id', '产品记录', 'Product record', 'l.product_id'),
    ...PRODUCT,
    ...OWNER,
    column('code', 'batch_no', '批号', 'Batch', 'l.batch_no'),
    quantity('qty_book', '账面数量', 'In the books', 'l.qty_then'),
    quantity('qty_counted', '实盘数量', 'Counted', 'l.qty_count'),
    quantity('difference', '差异', 'Difference', 'l.qty_count - l.qty_then'),
    UNIT,
    column('flag', 'differs', '有差异', 'Differs', 'l.qty_count <> l.qty_then'),
    column('code', 'reason', '差异原因', 'Reason', 'l.reason', { dic: 'WMS_COUNT_REASON' }),
    column('text', 'counter_name', '盘点人', 'Counted by', 'u.name'),
  ],
  from: `wms_inventory_line l join wms_inventory n on n.id = l.inventory_id ${JOIN_PRODUCT('l.product_id')}
    left join wms_warehouse w on w.id = n.warehouse_id left join wms_warehouse_box b on b.id = l.box_id
    left join wms_org o on o.id = l.owner_org_id left join sys_user u on u.id = l.counter_id
   where n.state = 'APPROVED' and ${ofParties('l.owner_org_id', 'n.warehouse_id')}`,
};

const cases: ReportView = {
  name: 'cases',
  zh: '售后',
  en: 'After-sales cases',
  rowZh: '已提交的一个售后单',
  rowEn: 'one case that was submitted',
  columns: [
    column('id', 'id', '售后记录', 'Case record', 'y.id'),
    column('code', 'no', '单号', 'Number', 'y.no'),
    column('code', 'case_kind', '类型', 'Kind', 'y.kind', { words: 'wms.afs.kind' }),
    column('code', 'state', '状态', 'State', 'y.state', { words: 'wms.afs.state' }),
    column('code', 'solution', '处理方式', 'Solution', 'y.solution', { words: 'wms.afs.solution' }),
    ...OWNER,
    ...WAREHOUSE,
    ...PRODUCT,
    quantity('qty', '数量', 'Quantity', 'y.qty'),
    UNIT,
    column('text', 'description', '描述', 'Description', 'y.description'),
    column('moment', 'submitted_at', '提交时间', 'Submitted', 'y.submitted_at'),
    column('moment', 'decided_at', '决定时间', 'Decided', 'y.decided_at'),
    column('moment', 'ended_at', '结束时间', 'Ended', 'y.ended_at'),
    column('count', 'days', '天数', 'Days', 'coalesce(y.ended_at, now())::date - y.submitted_at::date'),
  ],
  from: `wms_after_sales y ${JOIN_PRODUCT('y.product_id')} left join wms_org o on o.id = y.owner_org_id
    left join wms_warehouse w on w.id = y.warehouse_id
   where y.submitted_at is not null and ${ofParties('y.owner_org_id', 'y.warehouse_id')}`,
};

export const DOCUMENT_VIEWS = [documents, documentLines, reviews, counts, cases];
