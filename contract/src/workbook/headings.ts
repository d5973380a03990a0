// Maps headings as people write them to our columns.
import { acceptsHeadingUnit } from './heading-unit.ts';
import { normalizeText } from '../kit/normalize-text.ts';

/** Synonyms by column name, in addition to titles and keys. Each word is listed under one name only. */
export const HEADING_WORDS: Readonly<Record<string, readonly string[]>> = {
  code: [
    '产品编码',
    '产品代码',
    '物料编号',
    '物料编码',
    '物料代码',
    '商品编码',
    '商品编号',
    '货号',
    '编码',
    '编号',
    '代码',
    'product code',
    'item code',
    'item no',
    'item number',
    'material no',
    'catalog no',
    'catalogue no',
    'cat no',
    'sku',
    'part no',
    'ipn',
    'internal part number',
    'internal reference',
    'part number',
    'stock code',
    'catalog number',
    'catalogue number',
    'catalog',
  ],
  name: [
    '产品名称',
    '产品',
    '品名',
    '名称',
    '商品名称',
    '物品名称',
    '物料名称',
    '货品名称',
    '试剂名称',
    '中文名',
    'product name',
    'product',
    'item',
    'item name',
    'description',
    'material',
    'part',
    'part name',
    'title',
    'chemical name',
    'substance',
    'substance name',
    'reagent',
  ],
  permitCode: ['许可登记号', '登记号', 'entry no', 'permit entry'],
  permitProducts: ['许可产品', '许可品种', '品种', 'products', 'permitted products'],
  openingRef: ['登记编号', '流水号', '期初编号', '原编号', 'record number', 'source no'],
  warehouseCode: [
    '仓库',
    '仓库编号',
    '仓库编码',
    '仓库名称',
    'warehouse',
    'warehouse code',
    'store',
    'store room',
    'storeroom',
    'facility',
  ],
  containerCode: ['容器', '容器编号', '容器编码', '柜号', '架号', 'container', 'container code', 'cabinet'],
  boxCode: [
    '库位',
    '库位号',
    '库位编码',
    '库位编号',
    '货位',
    '货位号',
    'box',
    'box code',
    'bin',
    'storage place',
    'bin location',
    'storage location',
    'shelf',
    'position',
  ],
  ownerOrg: [
    '所属组织',
    '归属组织',
    '所属单位',
    '归属单位',
    '专用单位',
    '货主',
    '课题组',
    '所有者',
    'owner',
    'owned by',
    'research group',
  ],
  qty: [
    '数量',
    '数目',
    '申请数量',
    '入库数量',
    '出库数量',
    '领用数量',
    '件数',
    '个数',
    'qty',
    'quantity',
    'in stock',
    'on hand',
    'qty on hand',
    'quantity on hand',
    'stock level',
    'physical qoh',
    'amount in stock',
    'current stock',
  ],
  qtyGranted: ['批准数量', 'approved'],
  qtyDone: ['实收', '实发', '实移', '入账', 'received', 'issued', 'transferred', 'posted'],
  marks: ['管控类别', 'control'],
  unit: [
    '单位',
    '计量单位',
    '包装单位',
    'unit',
    'uom',
    'unit of measure',
    'units',
    'unit of measurement',
    'stock uom',
    'default unit of measure',
    'part unit',
  ],
  batchNo: [
    '批号',
    '批次',
    '批次号',
    '生产批号',
    '产品批号',
    '批',
    'batch',
    'batch no',
    'batch number',
    'lot',
    'lot no',
    'lot number',
  ],
  madeOn: [
    '生产日期',
    '制造日期',
    '出厂日期',
    '生产日',
    '产日期',
    'made on',
    'made',
    'manufactured',
    'manufactured on',
    'manufacture date',
    'manufacturing date',
    'production date',
    'mfg',
    'mfg date',
    'mfd',
  ],
  expiresOn: [
    '有效期',
    '有效期至',
    '有效期到',
    '有效日期',
    '有效截止日期',
    '到期日',
    '到期日期',
    '失效日',
    '失效日期',
    '失效期',
    '过期日期',
    '截止有效期',
    '保质期至',
    '保质期到',
    '效期',
    '使用期限',
    'expires',
    'expires on',
    'expiry',
    'expiry date',
    'expiration',
    'expiration date',
    'exp',
    'exp date',
    'best before',
    'use by',
    'valid until',
    'valid to',
  ],
  unitPrice: [
    '单价',
    '价格',
    '参考价',
    '参考单价',
    '参考价格',
    '含税单价',
    '采购单价',
    '采购价',
    'unit price',
    'price',
    'price per unit',
    'purchase cost',
    'unit cost',
    'cost',
    'purchase price',
    'list price',
    'standard cost',
    'sales price',
    'valuation rate',
  ],
  remark: ['备注', '说明', '附注', '备考', 'remark', 'remarks', 'note', 'notes', 'comment', 'comments'],
  cas: ['cas', 'cas号', 'cas no', 'cas number', 'cas登记号', 'cas编号', 'cas rn', 'casrn', 'cas registry number'],
  gtin: ['商品条码', '条码', '条形码', '国际条码', 'gtin', 'ean', 'barcode', 'bar code', 'upc'],
  spec: [
    '规格',
    '规格型号',
    '型号',
    '包装规格',
    'spec',
    'specification',
    'pack size',
    'model',
    'model number',
    'package size',
    'size',
    'container size',
  ],
  no: ['序号', '行号', '项次', 'no', 'line', 'line no', 'row', 'row no'],
  total: ['金额', '小计', '合计', '总价', '总金额', 'amount', 'total', 'subtotal', 'line total'],
  category: [
    '产品分类',
    '产品类别',
    '物料分类',
    '商品分类',
    '类别',
    '所属分类',
    'product category',
    'category code',
    'category',
    'item group',
    'part category',
    'category name',
  ],
  kind: ['产品类型', '物料类型', 'product type', 'type'],
  username: ['登录名', '账号', '帐号', '账户', 'user name', 'login', 'login name', 'account'],
  staffNo: [
    '工号',
    '学号',
    '学工号',
    '职工号',
    '教工号',
    '人员编号',
    'staff no',
    'staff number',
    'student no',
    'student number',
    'employee number',
  ],
  email: ['电子邮箱', '电子邮件', '邮件', '邮箱地址', 'e-mail', 'mail', 'email address'],
  phone: ['手机', '手机号', '手机号码', '联系电话', '电话号码', 'mobile', 'telephone', 'tel', 'phone number'],
  identity: ['身份', '人员类别', '身份类别', 'kind of person', 'person type'],
  brand: [
    '品牌',
    '厂家',
    '生产厂家',
    '厂商',
    '生产商',
    '制造商',
    'brand',
    'manufacturer',
    'maker',
    'vendor',
    'supplier',
    'brand name',
    'manufacturer name',
  ],
};

/** A normalized heading: without marks, brackets with a unit, dots, spaces, case. */
export const headingText = (heading: string): string =>
  normalizeText(heading)
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .replace(/[*:.。、#_/\s]/g, '');

export interface HeadingColumn {
  key: string;
  /** Titles on our screens, in every language. */
  names: readonly string[];
  /** Its name in HEADING_WORDS, if not its key. */
  words?: string;
}

/** A normalized heading with its brackets, for comparison with our titles. */
const wholeHeading = (heading: string): string =>
  normalizeText(heading)
    .toLowerCase()
    .replace(/[*:.。、#_/\s]/g, '');

/**
 * Maps headings to columns: exact titles first, then titles that differ in marks and brackets, then synonyms. A heading with a
 * unit the column does not take maps to none.
 * @returns the key for each heading; null if not recognized, or if its column is already taken
 */
export function columnsOf(headings: readonly string[], columns: readonly HeadingColumn[]): (string | null)[] {
  const called = (
    textOf: (heading: string) => string,
    namesOf: (column: HeadingColumn) => readonly string[],
  ): ((heading: string) => string | undefined) => {
    const keys = new Map(columns.flatMap((column) => namesOf(column).map((name) => [textOf(name), column.key] as const)));
    return (heading) => (textOf(heading) === '' ? undefined : keys.get(textOf(heading)));
  };
  const means: (string | null)[] = headings.map(() => null);
  const taken = new Set<string>();
  for (const keyOf of [
    called(wholeHeading, ({ names }) => names),
    called(wholeHeading, ({ key }) => [key]),
    called(headingText, ({ key, names }) => [key, ...names]),
    called(headingText, ({ key, words = key }) => HEADING_WORDS[words] ?? []),
  ])
    for (const [at, heading] of headings.entries()) {
      const key = means[at] === null ? keyOf(heading) : undefined;
      if (key === undefined || taken.has(key) || !acceptsHeadingUnit(heading, key)) continue;
      means[at] = key;
      taken.add(key);
    }
  return means;
}

/** Labels of total rows. */
const SUMS = /^(?:合计|总计|小计|共计|总数|(?:grand|sub)? ?totals?|sum)[:：]?$/i;
/** `合 计` is spaced for looks. */
const isSumWord = (cell: string): boolean =>
  SUMS.test(normalizeText(cell).replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''));

/** Whether a row repeats the headings, as on each printed page. */
export const repeatsHeadings = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.some((heading) => heading.trim() !== '') &&
  headings.every((heading, at) => heading.trim() === (cells[at] ?? '').trim());

/** Beginnings of closing lines below a list. */
const CLOSING =
  /^(?:注|备注|说明|制表|打印|审核|复核|填表|以上|以下空白|note|notes|remark|remarks|printed|prepared|checked|page)(?:$|[^a-z])/i;

/** Whether a row is a lone text and no record: a group title, a closing note. @param isName as in `isSumRow` */
export function isTextRow(cells: readonly string[], isName: (at: number) => boolean): boolean {
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]));
  return filled.length === 1 && (!isName(filled[0]!) || CLOSING.test(normalizeText(cells[filled[0]!]!)));
}

/** Whether a row is a total and no record. @param isName whether a column, from 0, names the record */
export const isSumRow = (cells: readonly string[], isName: (at: number) => boolean): boolean =>
  cells.some(isSumWord) && cells.every((cell, at) => !isName(at) || cell.trim() === '' || isSumWord(cell));
