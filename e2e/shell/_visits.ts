// One visit to each screen there is, by somebody whose work it is.
import { WMS_ROLES } from '@kuwei/contract/access';
import { SCREEN_NEEDS, type Screen } from '@kuwei/contract/screens';
import { Client } from '../_client.ts';
import { Crew } from '../wms/_documents.ts';

export interface Visit {
  /** null: nobody is signed in. */
  as: string | null;
  group?: string;
  /** Known only when the product runs, where it names a record. */
  address: string | ((records: Records) => string);
}

const CATALYSIS = { as: 'teacher', group: '催化化学课题组' };

/** A screen that is not named here is visited as it is, by somebody who may open it. */
const VISITS: { [S in Screen]?: readonly Visit[] } = {
  'common/login': [{ as: null, address: '/def/common/login' }],
  // Answers 404 until a provider is named: shell/sign-on.e2e.ts looks at it.
  'common/login/sso': [],
  // Answers 404 until a mail server is named: base/profile.e2e.ts looks at it.
  'common/login/forgotten': [],
  'common/login/password': [{ as: null, address: '/def/common/login/password' }],
  'common/login/address': [{ as: null, address: '/def/common/login/address' }],
  'wms/user/switchorg': [{ ...CATALYSIS, address: '/def/wms/user/switchorg' }],
  'wms/product': [{ as: 'manager', address: (of) => `/admin/wms/product?show=${of.product}` }],
  'wms/product/edit': [{ as: 'manager', address: (of) => `/admin/wms/product/edit?id=${of.product}` }],
  'sysbase/first-steps': [{ as: 'admin', address: '/def/sysbase/first-steps' }],
  'wms/product/image-insert': [{ as: 'manager', address: (of) => `/admin/wms/product/image-insert?id=${of.product}` }],
  'sysbase/sysconfig/edit': [{ as: 'admin', address: '/def/sysbase/sysconfig/edit?id=SYS_ADMIN_TITLE' }],
  'wms/container': [{ as: 'manager', address: (of) => `/admin/wms/container?at=${of.container}` }],
  'wms/container/edit': [{ as: 'manager', address: (of) => `/admin/wms/container/edit?id=${of.container}` }],
  'wms/warehouse-box': [{ as: 'keeper', address: '/admin/wms/warehouse-box' }],
  'wms/warehouse-box/:type=list': [{ as: 'keeper', address: (of) => `/admin/wms/warehouse-box/list?show=${of.box}` }],
  'wms/warehouse-box/edit': [{ as: 'manager', address: (of) => `/admin/wms/warehouse-box/edit?id=${of.box}` }],
  'wms/warehouse-box/labels': [{ as: 'keeper', address: (of) => `/admin/wms/warehouse-box/labels?ids=${of.box}` }],
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
    { as: 'admin', address: '/def/power/rule/CATEGORY/edit' },
  ],
  'base/msg-inbox': [{ ...CATALYSIS, address: '/def/base/msg-inbox' }],
  'base/bpm/todo': [
    { as: 'reviewer', address: '/def/base/bpm/todo' },
    { ...CATALYSIS, address: '/teacher/base/bpm/todo?list=mine' },
  ],
  'base/user/change-password': [{ as: 'staff', address: '/def/base/user/change-password' }],
  'base/user/session': [{ as: 'staff', address: '/def/base/user/session' }],
};

export const visitsTo = (screen: Screen): readonly Visit[] => VISITS[screen] ?? [visitAsItIs(screen)];

function visitAsItIs(screen: Screen): Visit {
  const isWarehouse = SCREEN_NEEDS[screen].includes(WMS_ROLES.warehouse) || SCREEN_NEEDS[screen].includes(WMS_ROLES.product);
  return isWarehouse ? { as: 'manager', address: `/admin/${screen}` } : { as: 'admin', address: `/def/${screen}` };
}

/** Ids of records of the demo world. */
export interface Records {
  product: string;
  container: string;
  box: string;
  qrToken: string;
  stock: string;
  submitted: string;
  approved: string;
}

const LINES = [{ code: 'W-BEAKER-250', qty: '1' }];

export async function makeRecords(url: string): Promise<Records> {
  const manager = await Client.signIn(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const first = async <T>(client: Client, path: string): Promise<T> => (await client.get<{ list: T[] }>(path)).body.list[0]!;
  const crew = new Crew(url);
  const [product, container, box, stock, submitted, approved] = await Promise.all([
    first<{ id: string }>(manager, '/wms/product?q=64-17-5'),
    first<{ id: string }>(manager, '/wms/container'),
    first<{ id: string; qrToken: string }>(keeper, '/wms/warehouse-box?occupied=true'),
    first<{ id: string }>(keeper, '/wms/product-box'),
    crew.submitted({ type: 'INBOUND', warehouse: 'W2', lines: LINES }),
    crew.approved({ type: 'INBOUND', warehouse: 'W2', lines: LINES }),
  ]);
  return {
    product: product.id,
    container: container.id,
    box: box.id,
    qrToken: box.qrToken,
    stock: stock.id,
    submitted: submitted.id,
    approved: approved.id,
  };
}
