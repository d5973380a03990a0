// Generates the workbooks of a university that moves in, with faulty rows among them.

type Cells = Record<string, string | number>;

export interface Size {
  people: number;
  groups: number;
  boxes: number;
  products: number;
  openingRows: number;
}

/** Size of a real university. */
export const UNIVERSITY_SIZE: Size = { people: 3_000, groups: 400, boxes: 20_000, products: 1_000, openingRows: 10_000 };

export interface Workbook {
  name: string;
  /** Import route. */
  path: string;
  /** Users are managed by administrators, goods by the warehouse. */
  pageRole: 'ROLE_ADMIN' | 'ROLE_WAREHOUSE_ADMIN';
  columns: string[];
  rows: Cells[];
  /** Faulty rows by row number in the sheet, from 1, with the faulty column. */
  wrong: Map<number, string>;
}

/** Builds a faulty row from a valid row and the one above it; `column` is the faulty one. */
type Fault = (row: Cells, above: Cells) => { column: string; cells: Cells };

/** One faulty row per this many valid ones. */
const VALID_PER_FAULTY = 33;
/** The first row below the headings. */
const FIRST_ROW = 2;

/**
 * Adds faulty rows to valid ones.
 * @param key column that identifies records: a faulty row gets a value that no valid row has. Null if several columns do
 */
function workbook(
  about: Pick<Workbook, 'name' | 'path' | 'pageRole'>,
  key: string | null,
  right: readonly Cells[],
  faults: readonly Fault[],
): Workbook {
  const rows: Cells[] = [];
  const wrong = new Map<number, string>();
  for (const [at, row] of right.entries()) {
    rows.push(row);
    if (at % VALID_PER_FAULTY !== 0) continue;
    const n = at / VALID_PER_FAULTY;
    const { column, cells } = faults[n % faults.length]!(key === null ? row : { ...row, [key]: `${row[key]}X` }, row);
    wrong.set(rows.length + FIRST_ROW, column);
    rows.push(cells);
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { ...about, columns, rows, wrong };
}

/** A fault: another text in one cell. */
const wrongText =
  (column: string, text: string | number): Fault =>
  (row) => ({ column, cells: { ...row, [column]: text } });
/** Repeats the key of the row above with other content: an identical row would only be counted. */
const duplicateKey =
  (key: string, other: Cells): Fault =>
  (_, above) => ({ column: key, cells: { ...above, ...other } });

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const number = (at: number, digits = 5): string => String(at + 1).padStart(digits, '0');

const group = (at: number): string => `G${number(at, 4)}`;
const person = (at: number): string => `u${number(at)}`;
const product = (at: number): string => `M-${number(at)}`;

/** Number of warehouses; each group stores goods in one or two of them. */
const WAREHOUSES = 4;
const warehouse = (at: number): string => `MW${at + 1}`;
const BOXES_PER_CONTAINER = 50;
const COLUMNS = 10;

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华'];
const nameOf = (at: number): string =>
  SURNAMES[at % SURNAMES.length]! + GIVEN[Math.floor(at / 20) % GIVEN.length]! + GIVEN[Math.floor(at / 7) % GIVEN.length]!;

interface Kind {
  kind: string;
  unit: string;
  more: Cells;
}
const KINDS: readonly Kind[] = [
  { kind: 'CONSUMABLE', unit: 'BOX', more: { trackBatch: 'no' } },
  { kind: 'CONSUMABLE', unit: 'PACK', more: { trackBatch: 'yes' } },
  { kind: 'EQUIPMENT', unit: 'PIECE', more: { trackBatch: 'no' } },
  { kind: 'CHEMICAL', unit: 'BOTTLE', more: { notHazardous: 'yes', trackBatch: 'yes', trackExpiry: 'yes' } },
];
const kindOf = (at: number): Kind => KINDS[at % KINDS.length]!;

function groups({ groups: count }: Size): Workbook {
  const rows = many(count, (at): Cells => ({
    code: group(at),
    name: `${nameOf(at)}课题组 ${number(at, 4)}`,
    nameEn: `Group ${number(at, 4)}`,
    type: '课题组',
    contact: nameOf(at),
    phone: `010-6275${number(at % 9_000, 4)}`,
  }));
  return workbook({ name: 'groups', path: '/wms/org', pageRole: 'ROLE_ADMIN' }, 'code', rows, [
    wrongText('type', '王国'),
    wrongText('phone', '请打电话'),
    wrongText('code', 'LAB 空格'),
    duplicateKey('code', { name: '又一个组' }),
  ]);
}

function people({ people: count }: Size): Workbook {
  const rows = many(count, (at): Cells => ({
    username: person(at),
    name: nameOf(at),
    staffNo: `2026${number(at)}`,
    identity: at % 5 === 0 ? 'STAFF' : 'STUDENT',
    email: `${person(at)}@example.edu.cn`,
    phone: `138${number(at, 8)}`,
    roles: 'ROLE_TEACHER',
    untilDay: '2099-08-31',
  }));
  return workbook({ name: 'people', path: '/auth/biz/user/account', pageRole: 'ROLE_ADMIN' }, 'username', rows, [
    (row) => ({ column: 'roles', cells: { ...row, staffNo: '', roles: '国王' } }),
    (row) => ({ column: 'untilDay', cells: { ...row, staffNo: '', untilDay: '2月30日' } }),
    (row) => ({ column: 'email', cells: { ...row, staffNo: '', email: '不是邮箱' } }),
    (row) => ({ column: 'identity', cells: { ...row, staffNo: '', identity: '皇帝' } }),
    wrongText('staffNo', `2026${number(0)}`),
    duplicateKey('username', { name: '又一人' }),
  ]);
}

function memberships({ people: count, groups: groupCount }: Size): Workbook {
  const rows = many(count, (at): Cells => ({
    orgCode: group(at % groupCount),
    username: person(at),
    relation: at < groupCount ? '负责人' : '学生',
    untilDay: at < groupCount ? '' : '2099-08-31',
  }));
  return workbook({ name: 'memberships', path: '/wms/org/member', pageRole: 'ROLE_ADMIN' }, null, rows, [
    wrongText('orgCode', '没有这个组'),
    wrongText('username', '没有此人'),
    wrongText('relation', '校长'),
    wrongText('untilDay', '2月30日'),
    duplicateKey('username', {}),
  ]);
}

function warehouses(): Workbook {
  const rows = many(WAREHOUSES, (at): Cells => ({
    code: warehouse(at),
    name: `${at + 1} 号楼仓库`,
    campus: '东校区',
    keepers: 'admin',
  }));
  return workbook({ name: 'warehouses', path: '/wms/warehouse', pageRole: 'ROLE_WAREHOUSE_ADMIN' }, 'code', rows, [
    wrongText('keepers', '没有此人'),
  ]);
}

const containersOf = ({ boxes }: Size): number => Math.ceil(boxes / BOXES_PER_CONTAINER);
const container = (at: number): string => `S${number(at, 4)}`;
const roomOf = (at: number): string => `R${at + 1}`;

function containers(size: Size): Workbook {
  const rooms = many(WAREHOUSES, (at): Cells => ({
    warehouse: warehouse(at),
    code: roomOf(at),
    name: `${at + 1} 号房间`,
    type: '房间',
    parent: '',
    rows: 1,
    cols: 1,
  }));
  const shelves = many(containersOf(size), (at): Cells => ({
    warehouse: warehouse(at % WAREHOUSES),
    code: container(at),
    name: `货架 ${number(at, 4)}`,
    type: '架',
    parent: roomOf(at % WAREHOUSES),
    rows: BOXES_PER_CONTAINER / COLUMNS,
    cols: COLUMNS,
  }));
  return workbook(
    { name: 'containers', path: '/wms/container', pageRole: 'ROLE_WAREHOUSE_ADMIN' },
    'code',
    [...rooms, ...shelves],
    [
      wrongText('warehouse', 'MW99'),
      wrongText('type', '抽屉'),
      wrongText('parent', 'NONE'),
      wrongText('rows', '很多'),
      duplicateKey('code', { cols: 3 }),
    ],
  );
}

interface Place {
  warehouse: string;
  container: string;
  code: string;
  row: number;
  col: number;
}

function place(at: number, size: Size): Place {
  const shelf = at % containersOf(size);
  const cell = Math.floor(at / containersOf(size));
  const [row, col] = [Math.floor(cell / COLUMNS) + 1, (cell % COLUMNS) + 1];
  return {
    warehouse: warehouse(shelf % WAREHOUSES),
    container: container(shelf),
    code: `${container(shelf)}-R${row}-B${col}`,
    row,
    col,
  };
}

function boxes(size: Size): Workbook {
  const rows = many(size.boxes, (at): Cells => ({ ...place(at, size), maxVolumeL: 40, maxMassKg: 60 }));
  return workbook({ name: 'boxes', path: '/wms/warehouse-box', pageRole: 'ROLE_WAREHOUSE_ADMIN' }, 'code', rows, [
    (row) => ({ column: 'container', cells: { ...row, container: 'NONE', row: '', col: '' } }),
    (row) => ({ column: 'row', cells: { ...row } }),
    (row) => ({ column: 'type', cells: { ...row, row: '', col: '', type: '魔法' } }),
    (row) => ({ column: 'maxVolumeL', cells: { ...row, row: '', col: '', maxVolumeL: '很大' } }),
    duplicateKey('code', { maxMassKg: 61 }),
  ]);
}

function products({ products: count }: Size): Workbook {
  const rows = many(count, (at): Cells => ({
    code: product(at),
    name: `物资 ${number(at)}`,
    nameEn: `Material ${number(at)}`,
    category: CATEGORY,
    kind: kindOf(at).kind,
    // Of water: if the whole column were faulty, the user would be asked about it instead.
    cas: '7732-18-5',
    baseUnit: kindOf(at).unit,
    unitVolumeL: 0.5,
    unitMassKg: 0.6,
    price: 12.5,
    ...kindOf(at).more,
  }));
  return workbook({ name: 'products', path: '/wms/product', pageRole: 'ROLE_WAREHOUSE_ADMIN' }, 'code', rows, [
    wrongText('category', '没有这类'),
    wrongText('kind', '魔法'),
    wrongText('baseUnit', '堆'),
    (row) => ({ column: 'cas', cells: { ...row, cas: '64-17-6' } }),
    (row) => ({ column: 'code', cells: { ...row, code: '坏 编号' } }),
    duplicateKey('code', { price: 13 }),
  ]);
}

/** Category of all products. */
export const CATEGORY = 'MOVED';

/** A group's boxes are consecutive. */
const ROWS_PER_BOX = 2;

function opening(size: Size): Workbook {
  const rows = many(size.openingRows, (at): Cells => {
    const box = Math.floor(at / ROWS_PER_BOX);
    const { warehouse: where, code } = place(box % size.boxes, size);
    const what = (box * 7 + (at % ROWS_PER_BOX) * KINDS.length) % size.products;
    const { unit, more } = kindOf(what);
    return {
      ref: `2026-${number(at, 6)}`,
      warehouse: where,
      box: code,
      product: product(what),
      owner: group(box % size.groups),
      qty: (at % 9) + 1,
      unit,
      unitPrice: 12.5,
      ...(more['trackBatch'] === 'yes' && { batchNo: `B${number(what)}` }),
      ...(more['trackExpiry'] === 'yes' && { expiresOn: '2099-08-31' }),
    };
  });
  return workbook({ name: 'opening stock', path: '/wms/opening', pageRole: 'ROLE_WAREHOUSE_ADMIN' }, 'ref', rows, [
    wrongText('box', 'NONE'),
    wrongText('product', 'M-NONE'),
    wrongText('owner', '没有这个组'),
    wrongText('qty', -1),
    wrongText('unit', '吨'),
    (row) => ({ column: 'box', cells: { ...row, qty: 1_000 } }),
    wrongText('warehouse', 'MW99'),
    duplicateKey('ref', { qty: 11 }),
  ]);
}

/** In order of dependency. */
export const prerequisiteWorkbooks = (size: Size): Workbook[] => [
  groups(size),
  people(size),
  memberships(size),
  warehouses(),
  containers(size),
  boxes(size),
  products(size),
];
/** Imported after the products are activated. */
export const openingStock = opening;
