// Every route that returns rows: rows out of scope are missing; a rule makes them visible from the next call on every process,
// and its end hides them. A new route has to be in one of the tables below.
import { RULE_ACTIONS, ruleRoutes, type RuleForm } from '@kuwei/contract/auth/rule';
import { RULE_RECORDS, RULE_ROWS, type RecordSubject } from '@kuwei/contract/auth/rule-words';
import { isDownload, pathOf, type Route } from '@kuwei/contract/route';
import { reportRoutes } from '@kuwei/contract/sys/report';
import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { untilNotified } from '../../../test/_notified.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { reportForm } from '../../../test/_report.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { namedRoutes } from '../../routes.ts';
import { zipEntries } from '../../services/file/zip.ts';
import { zipText } from '../../platform/workbook/zip.ts';

let world: World;
/** Another process on the same database. */
let second: World;
let admin: Person;
let people: Record<'manager' | 'teacher', { here: Person; there: Person }>;
let ids: Record<
  | RecordSubject
  | 'product'
  | 'stock'
  | 'document'
  | 'box'
  | 'batch'
  | 'listing'
  | 'share'
  | 'permit'
  | 'case'
  | 'count'
  | 'warning'
  | 'limit',
  string
>;
let qrToken: string;
let no: string;
/** The month of the flow register's goods: the real one may change while these tests run. */
let month: string;

/** Records out of scope: the warehouse, its container and box, the group that owns goods in it. */
const OUT = { warehouse: 'OUTW', container: 'OUTC', box: 'OUTBOX', batch: 'OUTBATCH', report: 'OUTREPORT' };
/** Number of a finished document there. */
const DONE = 'OUTDONE';

beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  admin = await world.as('admin', 'ROLE_ADMIN');
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const warehouse = (
    await other.call(warehouseRoutes.createWarehouse, { body: { code: OUT.warehouse, name: '外库', keeperIds: [other.id] } })
  ).data;
  const container = (
    await other.call(containerRoutes.createContainer, {
      body: { warehouseId: warehouse.id, type: 'SHELF', code: OUT.container, name: '外库货架' },
    })
  ).data;
  const box = (
    await other.call(boxRoutes.createBox, {
      body: { containerId: container.id, code: OUT.box, type: 'SHARED', mixPolicy: 'MIXED' },
    })
  ).data;
  qrToken = box.qrToken;
  const [stock] = await post(db, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: box.code, qty: '7', batch: OUT.batch }]);
  const places = await placesOf(world);
  const owner = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const document = await submitted(owner, {
    type: 'INBOUND',
    warehouseId: warehouse.id,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  no = document.no;
  const product = await db
    .selectFrom('wms_product')
    .where('code', '=', 'W-BEAKER-250')
    .select(['id', 'category_id'])
    .executeTakeFirstOrThrow();
  const org = await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  const batch = await db.selectFrom('wms_batch').where('batch_no', '=', OUT.batch).select('id').executeTakeFirstOrThrow();
  const draft = (
    await other.call(countRoutes.createCount, {
      body: {
        warehouseId: warehouse.id,
        type: 'SPOT',
        scope: 'BOX',
        boxIds: [box.id],
        freeze: false,
        assignees: [other.id],
        remark: OUT.box,
      },
    })
  ).data;
  await other.call(countRoutes.publishCount, { params: { id: draft.id }, body: { rev: draft.rev } });
  const filed = (
    await owner.call(afterSalesRoutes.createCase, {
      body: { kind: 'COMPLAINT', productBoxId: stock!, solution: 'KEEP', description: OUT.box },
    })
  ).data;
  await owner.call(afterSalesRoutes.submitCase, { params: { id: filed.id }, body: { rev: filed.rev } });
  await owner.call(afterSalesRoutes.sayInCase, { params: { id: filed.id }, body: { content: OUT.box } });
  const report = (
    await admin.call(reportRoutes.createReport, {
      body: { ...reportForm(OUT.report), name: '外库报表', sql: `select '${OUT.report}' as said`, category: 'STOCK' },
    })
  ).data;
  ids = {
    REPORT: report.id,
    case: filed.id,
    count: draft.id,
    WMS_ORG: org.id,
    WMS_WAREHOUSE: warehouse.id,
    WMS_CONTAINER: container.id,
    CATEGORY: product.category_id,
    product: product.id,
    stock: stock!,
    document: document.id,
    box: box.id,
    batch: batch.id,
    listing: newId(),
    share: newId(),
    permit: newId(),
    warning: newId(),
    limit: newId(),
  };
  // A listing of the group's goods; other goods have none.
  await post(db, [{ product: 'C-ETHANOL', owner: 'LAB-BIO', box: box.code, qty: '1', batch: 'ETOH' }]);
  // An entry of the flow register of that warehouse.
  await post(db, [{ product: 'C-ACETONE', owner: 'LAB-BIO', box: box.code, qty: '1', batch: 'FLOW-OUT' }]);
  const { rows: booked } = await sql<{ month: string }>`
    select to_char(at, 'YYYY-MM') as month from wms_ledger order by seq desc limit 1`.execute(db);
  month = booked[0]!.month;
  const goods = { org_id: org.id, product_id: product.id };
  await db
    .insertInto('wms_org_product')
    .values({ id: ids.listing, ...goods, visible_to: 'CAMPUS', share_mode: 'GIVE' })
    .execute();
  await db.insertInto('wms_org_product_event').values({ org_product_id: ids.listing, what: 'MADE' }).execute();
  // A sharing request by a group that the teacher does not work for now.
  await sql`
    insert into wms_share_request (id, no, listing_id, owner_org_id, org_id, applicant_id, product_id, warehouse_id, qty, mode, purpose)
    select ${ids.share}, 'SH-OUT', ${ids.listing}, ${org.id}, o.id, ${owner.id}, ${product.id}, ${warehouse.id}, 1, 'GIVE', 'x'
      from wms_org o where o.code = 'LAB-POLYMER'`.execute(db);
  await db
    .insertInto('wms_share_record')
    .values({ share_request_id: ids.share, actor_id: owner.id, action: 'submit', to_state: 'SUBMITTED' })
    .execute();
  // A permit of the group for that warehouse, with the deposit that uses it.
  await sql`
    insert into wms_permit (id, code, org_id, warehouse_id, kind, number, control_class, valid_from, valid_until, state)
    values (${ids.permit}, 'PM-OUT', ${org.id}, ${warehouse.id}, 'FILING', 'PM-OUT', 'DRUG_PRECURSOR', '2026-01-01', '2099-12-31', 'VALID')`.execute(
    db,
  );
  await sql`
    insert into wms_permit_use (line_id, control_class, permit_id)
    select id, 'DRUG_PRECURSOR', ${ids.permit} from wms_transaction_line where transaction_id = ${document.id}`.execute(db);
  await db
    .insertInto('wms_stock_limit')
    .values({ id: ids.limit, ...goods, warehouse_id: warehouse.id, max_qty: '1000' })
    .execute();
  await db
    .insertInto('wms_ews')
    .values({
      id: ids.warning,
      kind: 'OUT',
      subject: 'x',
      ...goods,
      warehouse_id: warehouse.id,
      severity: 'URGENT',
      weight: 602,
      value: '0',
      threshold: '3',
    })
    .execute();
  await db.insertInto('wms_ews_event').values({ ews_id: ids.warning, what: 'OPENED' }).execute();
  // A quota of the group in that warehouse.
  await db.insertInto('wms_org_quota').values({ org_id: org.id, warehouse_id: warehouse.id, max_boxes: 5 }).execute();
  // A finished document, for statistics.
  await sql`
    insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, submitted_at, approved_at, finished_at, created_by)
    select ${newId()}, ${DONE}, 'INBOUND', 'LAB', owner_org_id, applicant_id, warehouse_id, 'DONE', now(), now(), now(), created_by
      from wms_transaction where id = ${document.id}`.execute(db);
  second = await worldAt(world.database.url, {}, world.database.reportUrl);
  const both = async (name: string, pageRole: string, group?: string) => {
    const here = await world.as(name, pageRole, group);
    return { here, there: await second.with(here.token, pageRole) };
  };
  people = {
    manager: await both('manager', 'ROLE_WAREHOUSE_ADMIN'),
    teacher: await both('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
  };
});
afterAll(async () => {
  await second.end();
  await world.end();
});

interface Reader {
  by: keyof typeof people;
  /** Subjects of rules that open the row here; empty: rules do not apply. */
  opens: readonly RecordSubject[];
  query?: () => Record<string, string>;
  params?: () => Record<string, string>;
  body?: () => unknown;
  /** Whether the response shows the row; by default, whether it contains its id or code. */
  shows?: (text: string) => boolean;
}

const GOODS = RULE_ROWS;
const PARTIES = ['WMS_ORG', 'WMS_WAREHOUSE'] as const;
const PLACE = ['WMS_WAREHOUSE', 'WMS_CONTAINER'] as const;
const inbound = () => ({ type: 'INBOUND' });
const theDocument = () => ({ id: ids.document });
const theStock = () => ({ id: ids.stock });
const theCase = () => ({ id: ids.case });
const theCount = () => ({ id: ids.count });
const theReport = () => ({ id: ids.REPORT });
const theRegister = () => ({ warehouseId: ids.WMS_WAREHOUSE, controlClass: 'DRUG_PRECURSOR' });
const theMonth = () => ({ ...theRegister(), month });
const beakers = () => ({ productId: ids.product });

/** Routes that read rows with an owner or a place, and reports, whose rows the database restricts: escape.test.ts. */
const READERS: Record<string, Reader> = {
  listFlow: { by: 'teacher', opens: PARTIES, query: theMonth },
  exportFlowRegister: { by: 'teacher', opens: PARTIES, query: theMonth },
  getFlowRegister: { by: 'teacher', opens: PARTIES, query: theMonth, shows: (text) => text.includes('C-ACETONE') },
  listFlowMonths: { by: 'teacher', opens: PARTIES, query: theRegister, shows: (text) => text.includes('"entries":1') },
  // Reports are the warehouse's own.
  listFlowDue: { by: 'manager', opens: [], query: theRegister },
  exportFlowDue: { by: 'manager', opens: [], query: theRegister },
  listStock: { by: 'teacher', opens: GOODS },
  exportStock: { by: 'teacher', opens: GOODS },
  listMonths: { by: 'teacher', opens: GOODS, query: beakers, shows: (text) => /"7(\.0+)?"/.test(text) },
  getStock: { by: 'teacher', opens: GOODS, params: theStock },
  listReservations: { by: 'teacher', opens: GOODS, params: theStock, shows: (text) => text === '[]' },
  listSpace: { by: 'teacher', opens: GOODS, query: () => ({ by: 'product' }) },
  exportSpace: { by: 'teacher', opens: GOODS, query: () => ({ by: 'place' }) },
  getPicture: {
    by: 'teacher',
    opens: GOODS,
    query: () => ({ warehouseId: ids.WMS_WAREHOUSE }),
    shows: (text) => text.includes(OUT.box),
  },
  findInPicture: {
    by: 'teacher',
    opens: GOODS,
    query: () => ({ warehouseId: ids.WMS_WAREHOUSE, q: OUT.box }),
    shows: (text) => text.includes(ids.box),
  },
  listLedger: { by: 'teacher', opens: PARTIES },
  exportLedger: { by: 'teacher', opens: PARTIES },
  listTransactions: { by: 'teacher', opens: PARTIES, query: inbound },
  exportTransactions: { by: 'teacher', opens: PARTIES, query: inbound },
  getTransaction: { by: 'teacher', opens: PARTIES, params: theDocument },
  exportLines: { by: 'teacher', opens: PARTIES, params: theDocument, shows: (text) => text.includes('W-BEAKER-250') },
  getChain: { by: 'teacher', opens: PARTIES, params: theDocument, shows: (text) => text.startsWith('{') || text.startsWith('[') },
  listRecords: { by: 'teacher', opens: PARTIES, params: theDocument, shows: (text) => text.includes('submit') },
  scan: { by: 'teacher', opens: PARTIES, body: () => ({ text: no }) },
  listLabels: { by: 'teacher', opens: GOODS, body: () => ({ kind: 'STOCK', ids: [ids.stock] }) },
  findByNo: { by: 'teacher', opens: PARTIES, params: () => ({ no }) },
  find: { by: 'teacher', opens: PARTIES, query: () => ({ q: no }) },
  listWarehouses: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  exportWarehouses: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  getWarehouse: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: () => ({ id: ids.WMS_WAREHOUSE }) },
  getTree: { by: 'manager', opens: PLACE },
  listContainers: { by: 'manager', opens: PLACE },
  exportContainers: { by: 'manager', opens: PLACE },
  getContainer: { by: 'manager', opens: PLACE, params: () => ({ id: ids.WMS_CONTAINER }) },
  listCells: { by: 'manager', opens: PLACE, params: () => ({ id: ids.WMS_CONTAINER }) },
  listBoxes: { by: 'manager', opens: PLACE, query: () => ({ q: OUT.box }) },
  exportBoxes: { by: 'manager', opens: PLACE },
  getBox: { by: 'manager', opens: PLACE, params: () => ({ id: ids.box }) },
  findBoxByQr: { by: 'manager', opens: PLACE, params: () => ({ token: qrToken }) },
  listBatches: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  exportBatches: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  getBatch: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: () => ({ id: ids.batch }) },
  listQuotas: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  exportQuotas: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  listListings: { by: 'manager', opens: GOODS },
  exportListings: { by: 'manager', opens: GOODS },
  getListing: { by: 'manager', opens: GOODS, params: () => ({ id: ids.listing }) },
  listListingEvents: {
    by: 'manager',
    opens: GOODS,
    params: () => ({ id: ids.listing }),
    shows: (text) => text.includes('"MADE"'),
  },
  listCases: { by: 'teacher', opens: PARTIES },
  exportCases: { by: 'teacher', opens: PARTIES },
  getCase: { by: 'teacher', opens: PARTIES, params: theCase },
  listCaseMessages: { by: 'teacher', opens: PARTIES, params: theCase },
  listCaseRecords: { by: 'teacher', opens: PARTIES, params: theCase, shows: (text) => text.includes('"submit"') },
  getCaseOrigin: { by: 'teacher', opens: [], query: () => ({ productBoxId: ids.stock }) },
  listCounts: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  exportCounts: { by: 'manager', opens: ['WMS_WAREHOUSE'] },
  getCount: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: theCount },
  listOpenable: {
    by: 'manager',
    opens: ['WMS_WAREHOUSE'],
    query: () => ({ ids: ids.count }),
    shows: (text) => text.includes(ids.count),
  },
  listCountLines: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: theCount },
  exportCountLines: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: theCount },
  listCountBoxes: { by: 'manager', opens: ['WMS_WAREHOUSE'], params: theCount },
  listCountRecords: {
    by: 'manager',
    opens: ['WMS_WAREHOUSE'],
    params: theCount,
    shows: (text) => text.includes('"publish"'),
  },
  listShares: { by: 'teacher', opens: PARTIES },
  exportShares: { by: 'teacher', opens: PARTIES, shows: (text) => text.includes('SH-OUT') },
  getShare: { by: 'teacher', opens: PARTIES, params: () => ({ id: ids.share }) },
  listShareRecords: {
    by: 'teacher',
    opens: PARTIES,
    params: () => ({ id: ids.share }),
    shows: (text) => text.includes('"submit"'),
  },
  listPermits: { by: 'teacher', opens: PARTIES, query: () => ({ q: 'PM-OUT' }) },
  exportPermits: { by: 'teacher', opens: PARTIES, shows: (text) => text.includes('PM-OUT') },
  getPermit: { by: 'teacher', opens: PARTIES, params: () => ({ id: ids.permit }) },
  listPermitUses: { by: 'teacher', opens: PARTIES, params: () => ({ id: ids.permit }) },
  getDocumentPermits: { by: 'teacher', opens: PARTIES, params: theDocument, shows: (text) => text === '[]' },
  // Selections for actions stay within the own organisation.
  selectPermitOrgs: { by: 'teacher', opens: [] },
  getPermitOrg: { by: 'teacher', opens: [], params: () => ({ id: ids.WMS_ORG }) },
  askPermits: {
    by: 'teacher',
    opens: [],
    body: () => ({ warehouseId: ids.WMS_WAREHOUSE, lines: [{ productId: ids.product, qty: '1' }] }),
    shows: (text) => text.includes('PM-OUT'),
  },
  getListingOrg: { by: 'manager', opens: GOODS, params: () => ({ id: ids.WMS_ORG }) },
  // Selections for actions stay within the own organisation.
  selectListingOrgs: { by: 'manager', opens: [] },
  selectListingProducts: {
    by: 'manager',
    opens: [],
    query: () => ({ orgId: ids.WMS_ORG }),
    shows: (text) => text.includes('C-ETHANOL'),
  },
  getFlow: { by: 'manager', opens: PARTIES, query: () => ({ by: 'org' }), shows: (text) => text.includes(`"${ids.WMS_ORG}"`) },
  exportFlow: { by: 'manager', opens: PARTIES, query: () => ({ by: 'org' }) },
  getStockFigures: { by: 'manager', opens: PARTIES },
  exportStockFigures: { by: 'manager', opens: PARTIES },
  getAge: {
    by: 'manager',
    opens: GOODS,
    query: () => ({ productId: ids.product, ownerOrgId: ids.WMS_ORG }),
    shows: (text) => /"7(\.0+)?"/.test(text),
  },
  exportAge: {
    by: 'manager',
    opens: GOODS,
    query: () => ({ productId: ids.product, ownerOrgId: ids.WMS_ORG }),
    shows: (text) => text.includes('<v>7</v>'),
  },
  exportBoxUse: { by: 'manager', opens: PLACE, shows: (text) => text.includes('外库') },
  getLead: {
    by: 'manager',
    opens: PARTIES,
    query: () => ({ by: 'warehouse' }),
    shows: (text) => text.includes(ids.WMS_WAREHOUSE),
  },
  exportLead: { by: 'manager', opens: PARTIES, shows: (text) => text.includes(DONE) },
  getSpace: { by: 'manager', opens: PLACE, shows: (text) => text.includes(ids.WMS_WAREHOUSE) },
  getHazard: { by: 'manager', opens: ['WMS_WAREHOUSE'], shows: (text) => text.includes(ids.WMS_WAREHOUSE) },
  exportHazard: { by: 'manager', opens: ['WMS_WAREHOUSE'], shows: (text) => text.includes('外库') },
  getLoad: {
    by: 'manager',
    opens: PARTIES,
    query: () => ({ warehouseId: ids.WMS_WAREHOUSE }),
    shows: (text) => text.includes('"waiting":1'),
  },
  listStatEntries: { by: 'manager', opens: PARTIES },
  getStatEntryTotal: {
    by: 'manager',
    opens: PARTIES,
    query: () => ({ warehouseId: ids.WMS_WAREHOUSE }),
    shows: (text) => !text.includes('"unpriced":0'),
  },
  exportStatEntries: { by: 'manager', opens: PARTIES },
  listWarnings: { by: 'teacher', opens: GOODS },
  exportWarnings: { by: 'teacher', opens: GOODS },
  exportPurchases: { by: 'teacher', opens: GOODS },
  getWarning: { by: 'teacher', opens: GOODS, params: () => ({ id: ids.warning }) },
  listWarningEvents: {
    by: 'teacher',
    opens: GOODS,
    params: () => ({ id: ids.warning }),
    shows: (text) => text.includes('"OPENED"'),
  },
  countWarnings: { by: 'teacher', opens: GOODS, query: beakers, shows: (text) => text.includes('"OPEN":1') },
  listLimits: { by: 'teacher', opens: PARTIES },
  exportLimits: { by: 'teacher', opens: PARTIES },
  getLimit: { by: 'teacher', opens: PARTIES, params: () => ({ id: ids.limit }) },
  selectLimitOrgs: { by: 'teacher', opens: [] },
  getLimitOrg: { by: 'teacher', opens: [], params: () => ({ id: ids.WMS_ORG }) },
  selectStock: { by: 'teacher', opens: [] },
  selectCounters: { by: 'manager', opens: [], shows: (text) => text.includes(OTHER_MANAGER) },
  previewCount: {
    by: 'manager',
    opens: [],
    body: () => ({ warehouseId: ids.WMS_WAREHOUSE, scope: 'WAREHOUSE' }),
    shows: (text) => text.includes('"boxes":'),
  },
  selectBoxes: { by: 'manager', opens: [], query: () => ({ warehouseId: ids.WMS_WAREHOUSE }), body: () => ({}) },
  findDocumentsOfBoxes: {
    by: 'manager',
    opens: [],
    body: () => ({ ids: [ids.box] }),
    shows: (text) => text.includes(no),
  },
  findDocumentsOfProducts: {
    by: 'manager',
    opens: [],
    body: () => ({ ids: [ids.product] }),
    shows: (text) => text.includes(no),
  },
  getOwnQuota: {
    by: 'teacher',
    opens: [],
    query: () => ({ warehouseId: ids.WMS_WAREHOUSE }),
    shows: (text) => text.includes('5'),
  },
  selectKeepers: { by: 'manager', opens: [], shows: (text) => text.includes(OTHER_MANAGER) },
  listStanding: { by: 'manager', opens: [] },
  listReviewSheets: { by: 'manager', opens: [], query: () => ({ ids: ids.document }) },
  getPickupCode: { by: 'teacher', opens: [], params: theDocument, shows: (text) => text.includes('code') },
  findOwner: { by: 'teacher', opens: [], params: theDocument },
  suggestBoxes: { by: 'manager', opens: [], params: theDocument, body: () => ({}) },
  listMyTodos: { by: 'teacher', opens: [] },
  listOwnReports: { by: 'teacher', opens: ['REPORT'] },
  getOwnReport: { by: 'teacher', opens: ['REPORT'], params: theReport },
  runReport: { by: 'teacher', opens: ['REPORT'], params: theReport, body: () => ({ values: {} }) },
  exportReport: { by: 'teacher', opens: ['REPORT'], params: theReport },
};

/** Routes below /wms that read no group's or warehouse's own rows, with the reason. */
const FREE: Record<string, string> = {
  exportLoad: 'the same rows as getLoad, by the same conditions, and nothing there has been decided',
  listOffers: 'listings are offered to everyone who may request them',
  getOffer: 'as listOffers',
  packCount: 'for the named counters only: a rule lets people look at a count, not count',
  listProducts: 'the catalogue is the same for everyone',
  exportProducts: 'as listProducts',
  selectProducts: 'as listProducts',
  getProduct: 'as listProducts',
  getImportTemplate: 'an empty workbook',
  listImports: 'imports, for people who may import products',
  lookAtUndo: 'as listImports',
  countNotAssessed: 'as listProducts',
  suggestHazards: 'as listProducts',
  resolveLines: 'as listProducts',
  listCategories: 'as listProducts',
  exportCategories: 'as listProducts',
  selectWarehouses: 'owners send goods to any warehouse; a storekeeper chooses among their own',
  getRules: 'storage rules are the university’s',
  listRuleChanges: 'as getRules',
  getProofs: 'the proof is about the whole ledger, and names no goods',
  getLineTemplate: 'an empty workbook',
  getWarehouseTemplate: 'an empty workbook',
  listWarehouseImports: 'imports of warehouse data, for the warehouse, by anyone',
  lookAtWarehouseUndo: 'as listWarehouseImports',
  getContainerTemplate: 'an empty workbook',
  listContainerImports: 'as listWarehouseImports',
  lookAtContainerUndo: 'as listWarehouseImports',
  getBoxTemplate: 'an empty workbook',
  listBoxImports: 'as listWarehouseImports',
  lookAtBoxUndo: 'as listWarehouseImports',
  getOpeningTemplate: 'an empty workbook',
  getPermitTemplate: 'an empty workbook',
  listPermitImports: 'as listWarehouseImports',
  lookAtPermitUndo: 'as listWarehouseImports',
};

/** Sections that rules do not reach, with the reason. */
const SECTIONS: Record<string, string> = {
  '/auth/': 'accounts, roles, rules and sessions: for their managers, or the caller’s own',
  '/basic/': 'open to everyone',
  '/sys/bpm': 'what people are asked to review (decision 083)',
  '/sys/first-steps': 'counts of a new installation, for administrators',
  '/sys/config': 'settings of the site, for administrators',
  '/sys/fs': 'a file is opened with what carries it: tested in rule.test.ts',
  '/sys/log': 'for administrators',
  '/sys/maintain': 'the site’s own state and its backups, for administrators',
  '/sys/mail': 'sent mails, for administrators',
  '/sys/nightly': 'results of nightly imports, for administrators',
  '/sys/msg-inbox': 'the caller’s own messages, and what administrators send',
  '/sys/report/query': 'report definitions, for report managers',
  '/sys/report/view': 'as /sys/report/query',
  '/sys/report/plan': 'the caller’s scheduled reports: plan.test.ts',
  '/sys/report/sent': 'as /sys/report/plan',
  '/sys/project/app/menu': 'the menu, for administrators: entries depend on roles',
  '/wms/org': 'for administrators, and the caller’s own organisations',
};

const reads = namedRoutes.filter(([, route]) => route.method === 'GET' || route.asks === true);
const inSections = ({ path }: Route): boolean =>
  Object.keys(SECTIONS).some((section) => path.startsWith(section) && !path.startsWith('/wms/org-'));

test('[S1.18] every reading route is listed: rules open its rows, or it has a reason why not', () => {
  const open = reads.filter(([name, route]) => !(name in READERS) && !inSections(route) && !(name in FREE)).map(([name]) => name);
  expect(open, 'list it in READERS with its rules, or in FREE with a reason').toEqual([]);
  const names = new Set(namedRoutes.map(([name]) => name));
  expect([...Object.keys(READERS), ...Object.keys(FREE)].filter((name) => !names.has(name))).toEqual([]);
});

const form = (subjectType: RecordSubject, more: Partial<RuleForm> = {}): RuleForm => ({
  ownerType: 'USER',
  ownerIds: [],
  relation: null,
  subjectType,
  subjectModel: 'select',
  subjectIds: [ids[subjectType]],
  conditions: [],
  actions: [...RULE_ACTIONS],
  fromDay: null,
  untilDay: null,
  note: null,
  ...more,
});

/** All text in a workbook. */
function workbookText(raw: Buffer): string {
  const sheets = zipEntries(raw)!.filter(({ name }) => /^xl\/(worksheets|sharedStrings)/.test(name));
  expect(sheets).not.toEqual([]);
  return sheets.map(({ name }) => zipText(raw, name)).join('\n');
}

async function shown(person: Person, name: string): Promise<boolean> {
  const reader = READERS[name]!;
  const route = namedRoutes.find(([each]) => each === name)![1];
  const search = new URLSearchParams({
    ...('page' in (route.query?._zod.def.shape ?? {}) ? { size: '200' } : {}),
    ...reader.query?.(),
  });
  const address = `${pathOf(route, reader.params?.())}${search.size > 0 ? `?${search.toString()}` : ''}`;
  const answer = await person.send(route.method, address, reader.body?.());
  if (answer.status === 404) return false;
  expect([name, answer.status, answer.status === 200 ? '' : answer.raw.toString()]).toEqual([name, 200, '']);
  const text = isDownload(route) ? workbookText(answer.raw) : answer.raw.toString();
  const marks = [...Object.values(OUT), no, ids.WMS_ORG, ids.stock, ids.document, '分子生物学课题组'];
  return reader.shows ? reader.shows(text) : marks.some((mark) => text.includes(mark));
}

const end = (id: string) => admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [id], untilDay: null } });

test('[security 27] no response contains a row out of scope', async () => {
  for (const [name, { by }] of Object.entries(READERS)) expect([name, await shown(people[by].here, name)]).toEqual([name, false]);
});

for (const subject of RULE_RECORDS)
  for (const by of ['teacher', 'manager'] as const) {
    const given = async (here: Person): Promise<string> => {
      let id = '';
      await untilNotified(second, here, async () => {
        const made = await admin.call(ruleRoutes.createRule, { body: form(subject, { ownerIds: [here.id] }) });
        id = made.data.id;
      });
      return id;
    };
    const ended = (here: Person, id: string): Promise<void> =>
      untilNotified(second, here, async () => expect((await end(id)).data.done).toBe(1));
    const names = Object.keys(READERS).filter((name) => READERS[name]!.by === by);
    const opened = names.filter((name) => READERS[name]!.opens.includes(subject));

    test(`[S1.18] a rule of a ${by} for ${subject} opens its rows on every process until it ends`, async () => {
      const { here, there } = people[by];
      const id = await given(here);
      for (const name of opened) expect([name, await shown(there, name)]).toEqual([name, true]);
      for (const name of opened.slice(0, 3)) expect([name, await shown(here, name)]).toEqual([name, true]);
      await ended(here, id);
      for (const name of opened) expect([name, await shown(here, name)]).toEqual([name, false]);
      for (const name of opened.slice(0, 3)) expect([name, await shown(there, name)]).toEqual([name, false]);
    });

    test(`[S1.18] a rule of a ${by} for ${subject} opens no other rows`, { tags: ['long'] }, async () => {
      const { here, there } = people[by];
      const id = await given(here);
      const others = names.filter((name) => !opened.includes(name));
      for (const name of others) expect([name, await shown(there, name)]).toEqual([name, false]);
      await ended(here, id);
    });
  }

test("[S1.18] without the export right a rule's rows are in lists, and in no workbook", async () => {
  const { here } = people.teacher;
  for (const subject of ['WMS_ORG', 'REPORT'] as const) {
    const { data } = await admin.call(ruleRoutes.createRule, {
      body: form(subject, { ownerIds: [here.id], actions: ['SEE'] }),
    });
    for (const [name, { by, opens }] of Object.entries(READERS)) {
      if (by !== 'teacher' || !(opens as readonly string[]).includes(subject)) continue;
      expect([name, await shown(here, name)]).toEqual([name, !name.startsWith('export')]);
    }
    await end(data.id);
  }
});

test('[S1.18] rules for everything, for a subtree and with a condition open the same rows', async () => {
  const { here } = people.manager;
  const top = (await admin.call(ruleRoutes.listRuleSubjects, { query: { subjectType: 'CATEGORY', size: 200 } })).data.list.map(
    ({ id }) => id,
  );
  expect(top).toContain(ids.CATEGORY);
  const ways: [RuleForm, string[]][] = [
    [form('WMS_CONTAINER', { subjectModel: 'tree' }), ['listBoxes', 'getTree']],
    [form('WMS_CONTAINER', { subjectModel: 'all', subjectIds: [] }), ['listBoxes', 'getTree']],
    [
      form('WMS_CONTAINER', {
        subjectModel: 'expr',
        subjectIds: [],
        conditions: [
          { field: 'warehouse', op: 'is', values: [OUT.warehouse] },
          { field: 'type', op: 'is', values: ['SHELF', 'CAGE'] },
        ],
      }),
      ['listBoxes', 'getTree'],
    ],
    [form('WMS_WAREHOUSE', { subjectModel: 'all', subjectIds: [] }), ['listWarehouses', 'listBoxes', 'listBatches']],
    [
      form('WMS_WAREHOUSE', {
        subjectModel: 'expr',
        subjectIds: [],
        conditions: [{ field: 'name', op: 'contains', values: ['外'] }],
      }),
      ['listWarehouses'],
    ],
    [form('REPORT', { subjectModel: 'all', subjectIds: [] }), ['listOwnReports', 'runReport']],
    [
      form('REPORT', {
        subjectModel: 'expr',
        subjectIds: [],
        conditions: [{ field: 'category', op: 'is', values: ['STOCK'] }],
      }),
      ['listOwnReports', 'exportReport'],
    ],
  ];
  for (const [body, names] of ways) {
    const { data } = await admin.call(ruleRoutes.createRule, { body: { ...body, ownerIds: [here.id] } });
    for (const name of names) expect([body.subjectModel, name, await shown(here, name)]).toEqual([body.subjectModel, name, true]);
    await end(data.id);
    for (const name of names) expect([name, await shown(here, name)]).toEqual([name, false]);
  }
  // An unknown value meets no condition: the warehouse has no campus.
  const { data } = await admin.call(ruleRoutes.createRule, {
    body: form('WMS_WAREHOUSE', {
      ownerIds: [here.id],
      subjectModel: 'expr',
      subjectIds: [],
      conditions: [{ field: 'campus', op: 'contains', values: ['校区'] }],
    }),
  });
  expect(await shown(here, 'listWarehouses')).toBe(false);
  await end(data.id);
});
