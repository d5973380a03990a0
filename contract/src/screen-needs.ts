// Who may open each screen, whatever prefix its address begins with. A screen needs what the call needs that it cannot do
// without: both are held together by a test, so that no form opens whose saving is refused.
import { allowed, effectiveRoles, WMS_ROLES as R, type RoleHeld } from './access.ts';
import type { Needs } from './route.ts';
import type { Screen } from './screens.ts';

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const REVIEWERS = [R.inbound1, R.inbound2, R.outbound1, R.outbound2] as const;
const DOCUMENT = [...OWNERS, ...REVIEWERS, R.box] as const;
const APPLY = [...OWNERS, R.box] as const;
const STOCK = [...OWNERS, R.box] as const;
const PLACES = [R.warehouse, R.box] as const;

export const SCREEN_NEEDS: Record<Screen, Needs> = {
  'common/login': 'open',
  'common/login/demo': 'open',
  'common/login/sso': 'open',
  'wms/user/switchorg': 'signed-in',
  'wms/product': [...OWNERS, 'ROLE_WAREHOUSE_ADMIN'],
  'wms/product/edit': [R.product],
  'wms/product/image-insert': [R.product],
  'wms/batch': [R.product, R.box],
  'wms/warehouse': PLACES,
  'wms/warehouse/edit': [R.warehouse],
  'wms/container': PLACES,
  'wms/container/edit': [R.warehouse],
  'wms/warehouse-box': PLACES,
  'wms/warehouse-box/:type=list': PLACES,
  'wms/warehouse-box/edit': [R.warehouse],
  'wms/warehouse-box/labels': PLACES,
  'wms/warehouse-box/by-qr/:token': PLACES,
  'wms/transaction/:type=inbound|outbound|move': DOCUMENT,
  'wms/transaction/inbound/edit': DOCUMENT,
  'wms/transaction/outbound/edit': DOCUMENT,
  'wms/transaction/move/edit': DOCUMENT,
  'wms/transaction/select-product': APPLY,
  'wms/transaction/select-productbox': APPLY,
  'wms/transaction/audit-button': DOCUMENT,
  'wms/transaction/audit-timeline': DOCUMENT,
  'wms/transaction/transaction-record': DOCUMENT,
  'wms/transaction/print': DOCUMENT,
  'wms/transaction/:type=inbound|outbound|move/editbox': DOCUMENT,
  'wms/transaction/select-warehousebox': [R.box],
  'wms/product-box': STOCK,
  'wms/product-box/:type=list': STOCK,
  'wms/product-box/edit': STOCK,
  'wms/product-space': STOCK,
  'wms/ledger': STOCK,
  'wms/storage-rule': PLACES,
  'wms/storage-rule/standing': PLACES,
  'base/msg-inbox': 'signed-in',
  'base/bpm/todo': 'signed-in',
  'base/user/change-password': 'signed-in',
  'base/user/session': 'signed-in',
  'base/user/second-factor': 'signed-in',
  'power/proxy': ['ROLE_ADMIN'],
  'sysbase/msg-inbox/sender': ['ROLE_ADMIN'],
};

/** Whether somebody signed in may open a screen while they work under a page role; null: every role they hold counts. */
export function mayOpen(screen: Screen, roles: readonly RoleHeld[], pageRole: string | null): boolean {
  const needs = SCREEN_NEEDS[screen];
  return typeof needs === 'string' || allowed(needs, effectiveRoles(roles, pageRole));
}
