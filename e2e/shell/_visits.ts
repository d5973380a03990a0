// A visit to every screen, by a user who works with it.
import { WMS_ROLES } from '@kuwei/contract/access';
import { expect } from '@playwright/test';
import { SCREEN_NEEDS, type Screen } from '@kuwei/contract/screens';
import { Client } from '../_client.ts';
import { Counts } from '../wms/_counts.ts';
import { Crew } from '../wms/_documents.ts';

export interface Visit {
  /** null: signed out. */
  as: string | null;
  group?: string;
  /** A function for addresses with ids known only at run time. */
  address: string | ((records: Records) => string);
}

const CATALYSIS = { as: 'teacher', group: '催化化学课题组' };

/** Screens not listed are visited without parameters, by a user who may open them. */
const VISITS: { [S in Screen]?: readonly Visit[] } = {
  'common/login': [{ as: null, address: '/def/common/login' }],
  // 404 until a provider is configured: see shell/sign-on.e2e.ts.
  'common/login/sso': [],
  // 404 until a mail server is configured: see base/profile.e2e.ts.
  'common/login/forgotten': [],
  'common/login/password': [{ as: null, address: '/def/common/login/password' }],
  'common/login/address': [{ as: null, address: '/def/common/login/address' }],
  'wms/user/switchorg': [{ ...CATALYSIS, address: '/def/wms/user/switchorg' }],
  'wms/product': [{ as: 'manager', address: (of) => `/admin/wms/product?show=${of.product}` }],
  'wms/product/edit': [{ as: 'manager', address: (of) => `/admin/wms/product/edit?id=${of.product}` }],
  'sysbase/first-steps': [{ as: 'admin', address: '/def/sysbase/first-steps' }],
  'wms/product/image-insert': [{ as: 'manager', address: (of) => `/admin/wms/product/image-insert?id=${of.product}` }],
  'sysbase/sysconfig/edit': [{ as: 'admin', address: '/def/sysbase/sysconfig/edit?id=SYS_ADMIN_TITLE' }],
  'sysbase/bpm/edit': [{ as: 'admin', address: (of) => `/def/sysbase/bpm/edit?id=${of.flow}` }],
  'wms/container': [{ as: 'manager', address: (of) => `/admin/wms/container?at=${of.container}` }],
  'wms/container/edit': [{ as: 'manager', address: (of) => `/admin/wms/container/edit?id=${of.container}` }],
  'wms/warehouse-box': [{ as: 'keeper', address: '/admin/wms/warehouse-box' }],
  'wms/warehouse-box/:type=list': [{ as: 'keeper', address: (of) => `/admin/wms/warehouse-box/list?show=${of.box}` }],
  'wms/warehouse-box/edit': [{ as: 'manager', address: (of) => `/admin/wms/warehouse-box/edit?id=${of.box}` }],
  'wms/warehouse-box/labels': [{ as: 'keeper', address: (of) => `/admin/wms/warehouse-box/labels?ids=${of.box}` }],
  'wms/label': [
    { as: 'keeper', address: (of) => `/admin/wms/label?ids=${of.stock}` },
    { ...CATALYSIS, address: (of) => `/teacher/wms/label?kind=DOCUMENT&ids=${of.submitted}` },
  ],
  'wms/scan': [
    { as: 'keeper', address: '/def/wms/scan' },
    { ...CATALYSIS, address: '/def/wms/scan?text=C-ETHANOL' },
  ],
  'wms/warehouse-box/by-qr/:token': [{ as: 'keeper', address: (of) => `/admin/wms/warehouse-box/by-qr/${of.qrToken}` }],
  'wms/transaction/:type=inbound|outbound|move|opening': [
    { ...CATALYSIS, address: '/teacher/wms/transaction/inbound' },
    { as: 'reviewer', address: '/admin/wms/transaction/outbound' },
    { as: 'keeper', address: '/admin/wms/transaction/move' },
    { as: 'manager', address: '/admin/wms/transaction/opening' },
  ],
  'wms/transaction/inbound/edit': [
    { ...CATALYSIS, address: (of) => `/teacher/wms/transaction/inbound/edit?product=${of.product}` },
  ],
  'wms/transaction/outbound/edit': [{ ...CATALYSIS, address: '/teacher/wms/transaction/outbound/edit' }],
  'wms/transaction/move/edit': [{ as: 'keeper', address: '/admin/wms/transaction/move/edit' }],
  'wms/transaction/opening/edit': [{ as: 'manager', address: '/admin/wms/transaction/opening/edit' }],
  'wms/transaction/select-product': [{ ...CATALYSIS, address: '/teacher/wms/transaction/select-product' }],
  'wms/transaction/select-productbox': [{ ...CATALYSIS, address: '/teacher/wms/transaction/select-productbox' }],
  'wms/transaction/audit-button': [{ as: 'reviewer', address: (of) => `/admin/wms/transaction/audit-button?id=${of.submitted}` }],
  'wms/transaction/audit-timeline': [
    { as: 'reviewer', address: (of) => `/admin/wms/transaction/audit-timeline?id=${of.approved}` },
  ],
  'wms/transaction/transaction-record': [
    { as: 'reviewer', address: (of) => `/admin/wms/transaction/transaction-record?id=${of.approved}` },
  ],
  'wms/transaction/print': [{ as: 'keeper', address: (of) => `/admin/wms/transaction/print?id=${of.approved}` }],
  'wms/transaction/:type=inbound|outbound|move/editbox': [
    { as: 'keeper', address: (of) => `/admin/wms/transaction/inbound/editbox?id=${of.approved}` },
  ],
  'wms/transaction/select-warehousebox': [{ as: 'keeper', address: '/admin/wms/transaction/select-warehousebox' }],
  'wms/product-box': [{ as: 'keeper', address: '/admin/wms/product-box' }],
  'wms/product-box/:type=list': [
    { ...CATALYSIS, address: '/teacher/wms/product-box/list' },
    { as: 'keeper', address: (of) => `/admin/wms/product-box/list?show=${of.stock}` },
  ],
  'wms/product-box/edit': [{ as: 'keeper', address: (of) => `/admin/wms/product-box/edit?id=${of.stock}` }],
  'wms/product-space': [
    { as: 'supplier', address: '/supplier/wms/product-space' },
    { as: 'keeper', address: '/admin/wms/product-space' },
  ],
  'wms/statistics': [{ as: 'manager', address: '/admin/wms/statistics' }],
  'wms/statistics/entry': [{ as: 'manager', address: '/admin/wms/statistics/entry' }],
  'wms/statistics/index02': [{ as: 'manager', address: '/admin/wms/statistics/index02' }],
  'wms/ews-product': [
    { as: 'manager', address: '/admin/wms/ews-product' },
    { ...CATALYSIS, address: '/teacher/wms/ews-product' },
  ],
  'wms/ews-limit': [{ as: 'manager', address: '/admin/wms/ews-limit' }],
  'wms/org-product': [{ as: 'manager', address: (of) => `/admin/wms/org-product?show=${of.listing}` }],
  'wms/org-product/edit': [{ as: 'manager', address: (of) => `/admin/wms/org-product/edit?id=${of.listing}` }],
  'wms/inventory': [
    { as: 'manager', address: '/admin/wms/inventory' },
    { as: 'keeper', address: '/admin/wms/inventory?mine=true' },
  ],
  'wms/inventory/edit': [
    { as: 'manager', address: (of) => `/admin/wms/inventory/edit?id=${of.countDraft}` },
    { as: 'reviewer', address: (of) => `/admin/wms/inventory/edit?id=${of.count}` },
    { as: 'keeper', address: (of) => `/admin/wms/inventory/edit?id=${of.count}` },
  ],
  'wms/inventory/count': [{ as: 'keeper2', address: (of) => `/admin/wms/inventory/count?id=${of.count}` }],
  'wms/inventory/print': [{ as: 'keeper', address: (of) => `/admin/wms/inventory/print?id=${of.count}` }],
  'wms/inventory/audit-button': [{ as: 'manager', address: (of) => `/admin/wms/inventory/audit-button?id=${of.count}` }],
  'wms/inventory/audit-timeline': [{ as: 'manager', address: (of) => `/admin/wms/inventory/audit-timeline?id=${of.count}` }],
  'wms/inventory/select-productbox': [{ as: 'manager', address: '/admin/wms/inventory/select-productbox' }],
  'wms/after-sales': [
    { ...CATALYSIS, address: '/teacher/wms/after-sales' },
    { as: 'manager', address: (of) => `/admin/wms/after-sales?show=${of.case}` },
  ],
  'wms/after-sales/edit': [{ as: 'manager', address: (of) => `/admin/wms/after-sales/edit?productBoxId=${of.stock}` }],
  'wms/after-sales/audit-button': [{ as: 'manager', address: (of) => `/admin/wms/after-sales/audit-button?id=${of.case}` }],
  'wms/permit': [
    { as: 'manager', address: (of) => `/admin/wms/permit?show=${of.permit}` },
    { ...CATALYSIS, address: '/teacher/wms/permit' },
  ],
  'wms/permit/edit': [
    { as: 'manager', address: (of) => `/admin/wms/permit/edit?id=${of.permit}` },
    { ...CATALYSIS, address: '/teacher/wms/permit/edit' },
  ],
  'wms/hazard-flow': [
    { as: 'manager', address: '/admin/wms/hazard-flow?control=DRUG_PRECURSOR' },
    { ...CATALYSIS, address: '/teacher/wms/hazard-flow?control=DRUG_PRECURSOR' },
  ],
  'wms/hazard-flow/print': [{ as: 'manager', address: '/admin/wms/hazard-flow/print?control=DRUG_PRECURSOR' }],
  'wms/hazard-flow/report': [{ as: 'manager', address: '/admin/wms/hazard-flow/report?control=DRUG_PRECURSOR' }],
  'wms/share': [
    { ...CATALYSIS, address: '/teacher/wms/share' },
    { as: 'staff', address: '/staff/wms/share' },
  ],
  'wms/share/offer': [
    { ...CATALYSIS, address: '/teacher/wms/share/offer' },
    { as: 'supplier', address: '/supplier/wms/share/offer' },
  ],
  'wms/ledger': [{ as: 'keeper', address: '/admin/wms/ledger' }],
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': [
    { as: 'admin', address: '/def/power/rule/USER/WMS_ORG?subject_model=select' },
  ],
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': [
    { as: 'admin', address: '/def/power/rule/ORG/WMS_CONTAINER/edit?subject_model=expr' },
  ],
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': [
    { as: 'admin', address: '/def/power/rule/WMS_ORG?view=explain' },
  ],
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': [
    { as: 'admin', address: '/def/power/rule/MENU/edit?subject_model=tree' },
  ],
  'base/msg-inbox': [{ ...CATALYSIS, address: '/def/base/msg-inbox' }],
  'base/report/run': [{ as: 'manager', address: (of) => `/admin/base/report/run?id=${of.report}` }],
  'base/report/plan': [{ as: 'manager', address: '/admin/base/report/plan' }],
  'base/report/sent': [{ as: 'manager', address: (of) => `/admin/base/report/sent?id=${of.sent}` }],
  'sysbase/report/query/edit': [{ as: 'admin', address: (of) => `/def/sysbase/report/query/edit?id=${of.report}` }],
  'sysbase/report/query/edit-columns': [
    { as: 'admin', address: (of) => `/def/sysbase/report/query/edit-columns?id=${of.report}` },
  ],
  'base/bpm/todo': [
    { as: 'reviewer', address: '/def/base/bpm/todo' },
    { ...CATALYSIS, address: '/teacher/base/bpm/todo?list=mine' },
  ],
  'base/user/change-password': [{ as: 'staff', address: '/def/base/user/change-password' }],
  'base/user/session': [{ as: 'staff', address: '/def/base/user/session' }],
};

export const addressOf = ({ address }: Visit, records: Records): string =>
  typeof address === 'string' ? address : address(records);

export const visitsTo = (screen: Screen): readonly Visit[] => VISITS[screen] ?? [defaultVisit(screen)];

function defaultVisit(screen: Screen): Visit {
  const isWarehouse = SCREEN_NEEDS[screen].includes(WMS_ROLES.warehouse) || SCREEN_NEEDS[screen].includes(WMS_ROLES.product);
  return isWarehouse ? { as: 'manager', address: `/admin/${screen}` } : { as: 'admin', address: `/def/${screen}` };
}

/** Ids of demo records. */
export interface Records {
  product: string;
  container: string;
  box: string;
  qrToken: string;
  stock: string;
  listing: string;
  permit: string;
  case: string;
  submitted: string;
  approved: string;
  countDraft: string;
  /** A running count. */
  count: string;
  flow: string;
  report: string;
  /** A report sent on schedule. */
  sent: string;
}

interface Stock {
  id: string;
  ownerOrgId: string;
  productId: string;
}

/** The listing of these goods, created if missing. */
async function listingOf(manager: Client, { ownerOrgId: orgId, productId }: Stock): Promise<string> {
  const path = '/wms/org-product';
  await manager.post(path, { orgId, productId, visibleTo: 'OWN', shareMode: 'NONE' });
  const { body } = await manager.get<{ list: { id: string }[] }>(`${path}?orgId=${orgId}&productId=${productId}`);
  return body.list[0]!.id;
}

/** A draft, and a running count that does not lock its boxes. */
async function counts(url: string): Promise<Pick<Records, 'count' | 'countDraft'>> {
  const made = await Counts.open(url);
  const stock = [await made.stock('量筒', '4')];
  const [draft, running] = [await made.draft(stock), await made.published(stock, { freeze: false, deadline: TOMORROW })];
  await made.count(running.id, 'keeper', '3');
  return { countDraft: draft.id, count: running.id };
}
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** An after-sales case about these goods. */
async function caseOf(manager: Client, { id: productBoxId }: Stock): Promise<string> {
  const form = { kind: 'COMPLAINT', productBoxId, solution: 'KEEP', description: '标签脱落' };
  return (await manager.post<{ id: string }>('/wms/after-sales', form)).body.id;
}

/** A built-in report, and one run of it that was sent. */
async function reports(admin: Client, manager: Client): Promise<Pick<Records, 'report' | 'sent'>> {
  const found = await admin.get<{ list: { id: string }[] }>('/sys/report/query?q=STOCK_VALUE');
  const report = found.body.list[0]!.id;
  const plan = await manager.post<{ id: string }>('/sys/report/plan', { reportId: report, rhythm: 'DAILY', hour: 7 });
  await manager.put(`/sys/report/plan/${plan.body.id}/send`, {});
  const came = () => manager.get<{ list: { id: string; state: string }[] }>(`/sys/report/sent?planId=${plan.body.id}`);
  await expect.poll(async () => (await came()).body.list[0]?.state, { timeout: 60_000 }).toBe('DONE');
  return { report, sent: (await came()).body.list[0]!.id };
}

const LINES = [{ code: 'W-BEAKER-250', qty: '1' }];

export async function makeRecords(url: string): Promise<Records> {
  const manager = await Client.shared(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const keeper = await Client.shared(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const first = async <T>(client: Client, path: string): Promise<T> => (await client.get<{ list: T[] }>(path)).body.list[0]!;
  const admin = await Client.shared(url, 'admin', 'ROLE_ADMIN');
  const flows = await admin.get<{ id: string; key: string }[]>('/sys/bpm/definition');
  const crew = new Crew(url);
  const [product, container, box, stock, permit, submitted, approved] = await Promise.all([
    first<{ id: string }>(manager, '/wms/product?q=64-17-5'),
    first<{ id: string }>(manager, '/wms/container'),
    first<{ id: string; qrToken: string }>(keeper, '/wms/warehouse-box?occupied=true'),
    first<Stock>(keeper, '/wms/product-box'),
    first<{ id: string }>(manager, '/wms/permit'),
    crew.submitted({ type: 'INBOUND', warehouse: 'W2', lines: LINES }),
    crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: LINES }),
  ]);
  return {
    product: product.id,
    container: container.id,
    box: box.id,
    qrToken: box.qrToken,
    stock: stock.id,
    permit: permit.id,
    listing: await listingOf(manager, stock),
    case: await caseOf(manager, stock),
    submitted: submitted.id,
    approved: approved.id,
    ...(await counts(url)),
    ...(await reports(admin, manager)),
    flow: flows.body.find(({ key }) => key === 'wms-inbound')!.id,
  };
}
