// All screens by their address below `/{role}/`, and who may open them. The browser maps each to a page; the server answers 404
// for other addresses; the menu shows no item that leads elsewhere. Unfinished screens are not listed. A screen requires at least
// the rights of its essential route, which a test enforces, so that no form opens that cannot be saved.
import {
  effectiveRoles,
  isAllowed,
  POWERS,
  powersFor,
  WMS_ROLES as R,
  type PowerAction,
  type PowerSubject,
  type RoleHeld,
} from './access.ts';
import { ROLE_PREFIXES } from './constants.ts';
import type { Needs } from './route.ts';

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const REVIEWERS = [R.inbound1, R.inbound2, R.outbound1, R.outbound2] as const;
const DOCUMENT = [...OWNERS, ...REVIEWERS, R.box, R.opening] as const;
const APPLY = [...OWNERS, R.box] as const;
const STOCK = [...OWNERS, R.box] as const;
const COUNTS = ['ROLE_WAREHOUSE_ADMIN'] as const;
const PARTIES = [...OWNERS, 'ROLE_WAREHOUSE_ADMIN'] as const;
const PLACES = [R.warehouse, R.box] as const;
const FLOWS = [POWERS.flow, POWERS.flowPublish] as const;

/** Open to roles, and to a power on a subject. */
const on = (subject: PowerSubject, action: PowerAction, ...roles: string[]) =>
  [...roles, ...powersFor(subject, action)] as [string, ...string[]];
const ADMIN = 'ROLE_ADMIN';

/** `:name` matches any segment, `:name=a|b` one of those; literal segments take precedence. */
const NEEDS = {
  'common/login': 'open',
  'common/login/demo': 'open',
  'common/login/sso': 'open',
  'common/login/forgotten': 'open',
  'common/login/password': 'open',
  'common/login/address': 'open',
  'wms/user/switchorg': 'signed-in',
  'wms/product': on('WMS_PRODUCT', 'VIEW', ...OWNERS, 'ROLE_WAREHOUSE_ADMIN'),
  'wms/product/edit': on('WMS_PRODUCT', 'EDIT', R.product),
  'wms/batch': [R.product, R.box],
  'wms/ews-product': [...OWNERS, R.warning],
  'wms/ews-limit': [...OWNERS, R.warning],
  'wms/org-product': [R.shelf],
  'wms/org-product/edit': [R.shelf],
  'wms/statistics': [R.statistic],
  'wms/statistics/entry': [R.statistic],
  'wms/statistics/index02': [R.statistic],
  'wms/after-sales': PARTIES,
  'wms/after-sales/edit': [...OWNERS, R.afterSales],
  'wms/after-sales/audit-button': PARTIES,
  'wms/permit': [...OWNERS, R.control, R.inbound1, R.inbound2, R.box],
  'wms/permit/edit': [...OWNERS, R.control],
  'wms/hazard-flow': [...OWNERS, R.control, R.box],
  'wms/hazard-flow/print': [...OWNERS, R.control, R.box],
  'wms/hazard-flow/report': [R.control, R.box],
  'wms/share': OWNERS,
  'wms/share/offer': OWNERS,
  'wms/warehouse': PLACES,
  'wms/warehouse/edit': [R.warehouse],
  'wms/container': PLACES,
  'wms/container/edit': [R.warehouse],
  'wms/storage-rule': PLACES,
  'wms/storage-rule/standing': PLACES,
  'wms/warehouse-box': PLACES,
  'wms/warehouse-box/:type=list': PLACES,
  'wms/warehouse-box/edit': [R.warehouse],
  'wms/warehouse-box/labels': PLACES,
  'wms/warehouse-box/by-qr/:token': 'signed-in',
  'wms/scan': 'signed-in',
  'wms/label': [...DOCUMENT, R.product],
  'wms/product/image-insert': on('WMS_PRODUCT', 'EDIT', R.product),
  'wms/transaction/:type=inbound|outbound|move|opening': DOCUMENT,
  'wms/transaction/inbound/edit': DOCUMENT,
  'wms/transaction/outbound/edit': DOCUMENT,
  'wms/transaction/move/edit': DOCUMENT,
  'wms/transaction/opening/edit': DOCUMENT,
  'wms/transaction/select-product': APPLY,
  'wms/transaction/select-productbox': APPLY,
  'wms/transaction/audit-button': DOCUMENT,
  'wms/transaction/audit-timeline': DOCUMENT,
  'wms/transaction/transaction-record': DOCUMENT,
  'wms/transaction/print': DOCUMENT,
  'base/msg-inbox': 'signed-in',
  'base/bpm/todo': 'signed-in',
  'base/report': 'signed-in',
  'base/report/run': 'signed-in',
  'base/report/plan': 'signed-in',
  'base/report/start': 'signed-in',
  'base/report/sent': 'signed-in',
  'sysbase/log': on('SYS_LOG', 'VIEW', ADMIN),
  'sysbase/first-steps': [ADMIN],
  'sysbase/nightly': on('SYS_NIGHTLY', 'VIEW', ADMIN),
  'sysbase/report/query': [POWERS.report],
  'sysbase/report/query/edit': [POWERS.report],
  'sysbase/report/query/edit-columns': [POWERS.report],
  'sysbase/maintain/upgrade': [ADMIN],
  'sysbase/maintain/upgrade/bak': [ADMIN],
  'sysbase/maintain/upgrade/load': [ADMIN],
  'sysbase/maintain/upgrade/utils': [ADMIN],
  'user/mg': on('SYS_ACCOUNT', 'VIEW', ADMIN),
  'user/mg/edit': on('SYS_ACCOUNT', 'EDIT', ADMIN),
  'power/role': [POWERS.role],
  'power/role/edit': [POWERS.role],
  'power/role/rule': [POWERS.rule],
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': [POWERS.rule],
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': [POWERS.rule],
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': [POWERS.rule],
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': [POWERS.rule],
  'power/power': [POWERS.power],
  'power/power/edit': [POWERS.power],
  'power/proxy': [ADMIN],
  'sysbase/msg-inbox/sender': on('SYS_MESSAGE', 'VIEW', ADMIN),
  'sysbase/dic': on('SYS_DIC', 'VIEW', ADMIN),
  'sysbase/dic/edit': on('SYS_DIC', 'EDIT', ADMIN),
  'sysbase/bpm': FLOWS,
  'sysbase/bpm/edit': FLOWS,
  'sysbase/bpm/workflow': [ADMIN],
  'sysbase/sysconfig': on('SYS_CONFIG', 'VIEW', ADMIN),
  'sysbase/sysconfig/edit': [ADMIN],
  'sysbase/project/app/menu': [ADMIN],
  'sysbase/project/app/menu/edit': [ADMIN],
  'base/user/profile': 'signed-in',
  'base/user/change-password': 'signed-in',
  'base/user/session': 'signed-in',
  'base/user/second-factor': 'signed-in',
  'wms/transaction/:type=inbound|outbound|move/editbox': DOCUMENT,
  'wms/transaction/select-warehousebox': [R.box],
  'wms/product-box': STOCK,
  'wms/product-box/:type=list': STOCK,
  'wms/product-box/edit': STOCK,
  'wms/product-space': STOCK,
  'wms/ledger': STOCK,
  'wms/inventory': COUNTS,
  'wms/inventory/edit': COUNTS,
  'wms/inventory/count': COUNTS,
  'wms/inventory/print': COUNTS,
  'wms/inventory/audit-button': COUNTS,
  'wms/inventory/audit-timeline': COUNTS,
  'wms/inventory/select-productbox': [R.inventory1, R.inventory2],
  'wms/org': on('SYS_ORG', 'VIEW', ADMIN),
  'wms/org/edit': [ADMIN],
} as const;

export type Screen = keyof typeof NEEDS;

/** Rights needed to open each screen, under any role prefix. */
export const SCREEN_NEEDS: Record<Screen, Needs> = NEEDS;
export const SCREENS = Object.keys(NEEDS) as Screen[];

/**
 * Screens of one document, as its reviewers open them from a task or a message. They don't require the menu item of the list that
 * they are below: a workflow may ask anyone, and the server checks the document itself.
 */
const REVIEWED: ReadonlySet<Screen> = new Set([
  'wms/transaction/inbound/edit',
  'wms/transaction/outbound/edit',
  'wms/transaction/move/edit',
  'wms/transaction/audit-button',
  'wms/transaction/audit-timeline',
  'wms/transaction/transaction-record',
  'wms/inventory/edit',
  'wms/inventory/audit-button',
  'wms/inventory/audit-timeline',
  'wms/after-sales/audit-button',
]);
export const isReviewed = (screen: Screen): boolean => REVIEWED.has(screen);

export interface ScreenMatch<S extends string = Screen> {
  screen: S;
  /** First path segment. */
  role: string;
  params: Record<string, string>;
}

/** The screen at a path (without query), or null. */
export const matchScreen = screenMatcher(SCREENS);

/** @param screens addresses below `/{role}/`, in any order */
export function screenMatcher<S extends string>(screens: readonly S[]): (path: string) => ScreenMatch<S> | null {
  const table = screens.map((screen) => ({ screen, parts: segments(screen) })).sort((a, b) => rank(a.parts) - rank(b.parts));
  return (path) => {
    const [role, ...rest] = segments(path.split('?')[0]!);
    if (role === undefined || !(ROLE_PREFIXES as readonly string[]).includes(role)) return null;
    for (const { screen, parts } of table) {
      const params = paramsOf(parts, rest);
      if (params) return { screen, role, params };
    }
    return null;
  };
}

/** Whether a user may open a screen under a page role; null: all roles they hold count. */
export function mayOpen(screen: Screen, roles: readonly RoleHeld[], pageRole: string | null): boolean {
  const needs = SCREEN_NEEDS[screen];
  return typeof needs === 'string' || isAllowed(needs, effectiveRoles(roles, pageRole));
}

/** Whether a console address opens for a user under a page role; false for one without a screen. */
export function opensScreen(url: string, roles: readonly RoleHeld[], pageRole: string | null): boolean {
  const match = matchScreen(url);
  return match === null ? isScreen(url) : mayOpen(match.screen, roles, pageRole);
}

/** Whether a menu address points to a console page that does not exist. */
export const isDeadLink = (url: string | null): boolean => url !== null && url.startsWith('/') && !isScreen(url);

/** Whether it is the root, the root of a role, or a screen. */
export function isScreen(path: string): boolean {
  const parts = segments(path.split('?')[0]!);
  return (
    parts.length === 0 ||
    (parts.length === 1 && (ROLE_PREFIXES as readonly string[]).includes(parts[0]!)) ||
    matchScreen(path) !== null
  );
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Sort key: the later its first parameter, the earlier a pattern is tried. */
function rank(parts: readonly string[]): number {
  return parts.reduce((sum, part, at) => sum + (part.startsWith(':') ? 1 / 2 ** at : 0), 0);
}

/** Parameters of a matching address, or null. */
function paramsOf(pattern: readonly string[], address: readonly string[]): Record<string, string> | null {
  if (pattern.length !== address.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = address[at]!;
    if (part.startsWith(':')) {
      const [name, values] = part.slice(1).split('=') as [string, string | undefined];
      if (values !== undefined && !values.split('|').includes(given)) return null;
      const value = decoded(given);
      if (value === null) return null;
      params[name] = value;
    } else if (part !== given) return null;
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
