// Shipped dictionaries for choosing; a site can add entries and rename them.
/**
 * [code, Chinese, English, props]; `contract/src/sys/dic-props.ts` lists the properties that the product reads. `decimals` of a
 * unit is how finely it divides, `plural` its English plural.
 */
export type Field = readonly [code: string, zh: string, en: string, props?: Record<string, string>];

export interface Shipped {
  code: string;
  name: string;
  nameEn: string;
  fields: readonly Field[];
}

export const dictionaries: readonly Shipped[] = [
  {
    code: 'WMS_UNIT',
    name: '计量单位',
    nameEn: 'Units',
    fields: [
      ['BOTTLE', '瓶', 'bottle', { decimals: '0', rec20: 'BO', plural: 'bottles' }],
      ['BOX', '盒', 'box', { decimals: '0', rec20: 'BX', plural: 'boxes' }],
      ['CARTON', '箱', 'carton', { decimals: '0', rec20: 'CT', plural: 'cartons' }],
      ['PACK', '包', 'pack', { decimals: '0', rec20: 'PK', plural: 'packs' }],
      ['PIECE', '个', 'piece', { decimals: '0', rec20: 'H87', plural: 'pieces' }],
      ['SET', '套', 'set', { decimals: '0', rec20: 'SET', plural: 'sets' }],
      ['KIT', '试剂盒', 'kit', { decimals: '0', rec20: 'KT', plural: 'kits' }],
      ['TUBE', '支', 'tube', { decimals: '0', rec20: 'TU', plural: 'tubes' }],
      ['CYLINDER', '钢瓶', 'cylinder', { decimals: '0', rec20: 'CY', plural: 'cylinders' }],
      ['UNIT', '台', 'unit', { decimals: '0', rec20: 'C62', plural: 'units' }],
      ['L', '升', 'L', { decimals: '3', rec20: 'LTR' }],
      ['ML', '毫升', 'mL', { decimals: '1', rec20: 'MLT' }],
      ['KG', '千克', 'kg', { decimals: '3', rec20: 'KGM' }],
      ['G', '克', 'g', { decimals: '3', rec20: 'GRM' }],
      ['MG', '毫克', 'mg', { decimals: '1', rec20: 'MGM' }],
    ],
  },
  {
    code: 'WMS_CONDITION',
    name: '存放条件',
    nameEn: 'Storage conditions',
    fields: [
      ['FRIDGE2_8', '冷藏 2–8 ℃', 'Refrigerated 2–8 °C'],
      ['FREEZER', '冷冻 −20 ℃', 'Frozen −20 °C'],
      ['DARK', '避光', 'Dark'],
      ['VENTED', '通风', 'Ventilated'],
      ['LOCKED', '上锁', 'Locked'],
      ['EXPLOSION_PROOF', '防爆', 'Explosion-proof'],
      ['DRY', '干燥', 'Dry'],
    ],
  },
  {
    code: 'WMS_GRADE',
    name: '试剂级别',
    nameEn: 'Reagent grades',
    fields: [
      ['AR', '分析纯', 'Analytical (AR)'],
      ['CP', '化学纯', 'Chemically pure (CP)'],
      ['GR', '优级纯', 'Guaranteed (GR)'],
      ['HPLC', '色谱纯', 'HPLC'],
      ['LR', '实验试剂', 'Laboratory (LR)'],
      ['IND', '工业级', 'Industrial'],
    ],
  },
  {
    code: 'WMS_PERMIT_KIND',
    name: '许可与备案类型',
    nameEn: 'Kinds of permits',
    fields: [
      ['PURCHASE', '购买许可证', 'Purchase permit', { deposit: '1' }],
      ['FILING', '购买备案证明', 'Purchase filing certificate', { deposit: '1' }],
      ['TRANSPORT', '运输许可或备案', 'Transport permit or filing', { deposit: '0' }],
      ['DISPOSAL', '处置备案', 'Disposal filing', { deposit: '0' }],
    ],
  },
  {
    code: 'SYS_IDENTITY',
    name: '人员身份',
    nameEn: 'Identities',
    fields: [
      ['STAFF', '教职工', 'Staff'],
      ['STUDENT', '学生', 'Student'],
      ['VISITOR', '访问人员', 'Visitor'],
      ['SUPPLIER', '供应商人员', 'Supplier'],
      ['OTHER', '其他', 'Other'],
    ],
  },
  {
    code: 'SYS_REPORT_CATEGORY',
    name: '报表类别',
    nameEn: 'Categories of reports',
    fields: [
      ['STOCK', '库存', 'Stock'],
      ['HAZARD', '危险品与管控品', 'Hazardous and controlled goods'],
      ['DOCUMENT', '单据与审核', 'Documents and reviews'],
      ['COUNT', '盘点', 'Counts'],
      ['PEOPLE', '人员与权限', 'People and rights'],
      ['OTHER', '其他', 'Other'],
    ],
  },
  {
    code: 'SYS_POWER_MODULE',
    name: '权限点模块',
    nameEn: 'Modules of permissions',
    fields: [
      ['RIGHTS', '权限管理', 'Access control'],
      ['WAREHOUSE', '仓库管理', 'Warehouse'],
      ['REQUEST', '存放与领取', 'Deposits and collections'],
      ['REPORT', '报表统计', 'Reports'],
      ['SYSTEM', '系统管理', 'System'],
    ],
  },
  {
    code: 'WMS_SAY_APPROVE',
    name: '常用审核意见：批准',
    nameEn: 'Usual comments: approve',
    fields: [
      ['AGREED', '同意', 'Approved'],
      ['AS_PLANNED', '同意，请按计划日期送达', 'Approved, please deliver on the planned day', { type: 'INBOUND' }],
      ['COLLECT_AS_PLANNED', '同意，请按计划日期领取', 'Approved, please collect on the planned day', { type: 'OUTBOUND' }],
      ['TWO_KEEPERS', '同意，注意双人收发', 'Approved, two storekeepers are needed'],
    ],
  },
  {
    code: 'WMS_SAY_RETURN',
    name: '常用审核意见：退回',
    nameEn: 'Usual comments: return',
    fields: [
      ['QTY', '数量与实际需要不符，请核对', 'The quantity does not match the need, please check'],
      ['BATCH', '请补充批号和有效期', 'Please add batch number and expiry date'],
      ['PURPOSE', '请写明用途', 'Please state the purpose'],
      ['PERMIT', '请上传备案证明', 'Please attach the filing certificate'],
    ],
  },
  {
    code: 'WMS_SAY_REJECT',
    name: '常用审核意见：拒绝',
    nameEn: 'Usual comments: reject',
    fields: [
      ['RULES', '不符合存放规定', 'Not allowed by the storage rules'],
      ['IN_STOCK', '库内已有，请先领用', 'Already in stock, please use that first'],
      ['TWICE', '重复申请', 'Duplicate request'],
    ],
  },
  {
    code: 'WMS_COUNT_REASON',
    name: '盘点差异原因',
    nameEn: 'Reasons of count differences',
    fields: [
      ['MISSING', '缺失', 'Missing'],
      ['FOUND', '盘盈', 'Found'],
      ['DAMAGED', '破损', 'Damaged'],
      ['EXPIRED', '过期清理', 'Expired'],
      ['DATA_ENTRY', '录入错误', 'Data entry'],
      ['EVAPORATED', '挥发损耗', 'Evaporated'],
      ['MISPLACED', '放错库位', 'In the wrong box'],
      ['OTHER', '其他', 'Other'],
    ],
  },
  {
    code: 'WMS_SAY_CANCEL',
    name: '常用原因：作废申请',
    nameEn: 'Usual reasons: cancel a request',
    fields: [
      ['TWICE', '重复提交', 'Submitted twice'],
      ['NOT_NEEDED', '不再需要', 'No longer needed'],
    ],
  },
  {
    code: 'WMS_SAY_CUT',
    name: '常用原因：减少数量',
    nameEn: 'Usual reasons: smaller quantity',
    fields: [
      ['INBOUND_NOT_ARRIVED', '货物未到', 'Not delivered', { type: 'INBOUND' }],
      ['INBOUND_DAMAGED', '实物破损', 'Goods were damaged', { type: 'INBOUND' }],
      ['INBOUND_OTHER_GOODS', '实物与申请不符', 'Goods do not match the request', { type: 'INBOUND' }],
      ['OUTBOUND_RECALLED', '批次已召回', 'The batch has been recalled', { type: 'OUTBOUND' }],
      ['OUTBOUND_HELD', '批次已冻结', 'The batch is on hold', { type: 'OUTBOUND' }],
      ['OUTBOUND_NO_STOCK', '库内已无可用库存', 'Nothing available in stock any more', { type: 'OUTBOUND' }],
      ['MOVE_NO_ROOM', '目标库位放不下', 'The target box has no room', { type: 'MOVE' }],
      ['MOVE_NOT_NEEDED', '不再需要移库', 'The transfer is no longer needed', { type: 'MOVE' }],
      ['MOVE_NO_STOCK', '库内已无可用库存', 'Nothing available in stock any more', { type: 'MOVE' }],
    ],
  },
  {
    code: 'WMS_SAY_CLOSE_SHORT',
    name: '常用原因：按实际数量结束',
    nameEn: 'Usual reasons: end early',
    fields: [
      ['SHORT', '供货不足', 'The supplier delivered less'],
      ['DAMAGED', '实物破损', 'Goods were damaged'],
      ['NOT_NEEDED', '领取人不再需要', 'The rest is no longer needed'],
    ],
  },
  {
    code: 'WMS_SAY_VOID',
    name: '常用原因：作废单据',
    nameEn: 'Usual reasons: void a document',
    fields: [
      ['NOT_ARRIVED', '货物未到', 'The goods did not arrive'],
      ['ASKED', '申请人要求取消', 'Cancelled at the applicant’s request'],
    ],
  },
  {
    code: 'WMS_SAY_REVERSE',
    name: '常用原因：冲销',
    nameEn: 'Usual reasons: reverse a document',
    fields: [
      ['ENTERED_WRONG', '单据录入有误', 'The document was entered wrongly'],
      ['DIFFERS', '实物与单据不符', 'Goods and document do not match'],
    ],
  },
  {
    code: 'WMS_SAY_RELEASE',
    name: '常用原因：解除领取码锁定',
    nameEn: 'Usual reasons: unlock a pick-up code',
    fields: [
      ['SEEN', '已当面核对领取人身份', 'Identity of the collector checked in person'],
      ['TYPED_WRONG', '保管员输入有误', 'Typing error by the storekeeper'],
    ],
  },
  {
    code: 'WMS_PRINT_COPY',
    name: '打印联次',
    nameEn: 'Copies of documents',
    fields: [
      ['STUB', '存根联', 'Stub'],
      ['WAREHOUSE', '仓库联', 'Warehouse'],
      ['ACCOUNTS', '记账联', 'Accounts'],
      ['OWNER', '货主联', 'Owner'],
      ['RECEIVER', '领用联', 'Collector'],
      ['EXTRA', '备查联', 'File'],
    ],
  },
];
