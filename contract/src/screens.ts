// Every screen there is, by its address below `/{role}/`. The browser maps each to a page; the server answers 404 to
// any other address; the menu draws no item that leads elsewhere. A screen that does not work yet is not listed.
import { ROLE_PREFIXES } from './constants.ts';

/** A `:name` takes any segment, `:name=a|b` one of those; fixed words go before both. */
export const SCREENS = [
  'common/login',
  'common/login/demo',
  'common/login/sso',
  'wms/user/switchorg',
  'wms/product',
  'wms/product/edit',
  'wms/batch',
  'wms/warehouse',
  'wms/warehouse/edit',
  'wms/container',
  'wms/container/edit',
  'wms/storage-rule',
  'wms/storage-rule/standing',
  'wms/warehouse-box',
  'wms/warehouse-box/:type=list',
  'wms/warehouse-box/edit',
  'wms/warehouse-box/labels',
  'wms/warehouse-box/by-qr/:token',
  'wms/product/image-insert',
  'wms/transaction/:type=inbound|outbound|move',
  'wms/transaction/inbound/edit',
  'wms/transaction/outbound/edit',
  'wms/transaction/move/edit',
  'wms/transaction/select-product',
  'wms/transaction/select-productbox',
  'wms/transaction/audit-button',
  'wms/transaction/audit-timeline',
  'wms/transaction/transaction-record',
  'wms/transaction/print',
  'base/msg-inbox',
  'base/bpm/todo',
  'power/proxy',
  'sysbase/msg-inbox/sender',
  'base/user/change-password',
  'base/user/session',
  'base/user/second-factor',
  'wms/transaction/:type=inbound|outbound|move/editbox',
  'wms/transaction/select-warehousebox',
  'wms/product-box',
  'wms/product-box/:type=list',
  'wms/product-box/edit',
  'wms/product-space',
  'wms/ledger',
] as const;

export type Screen = (typeof SCREENS)[number];

export interface ScreenMatch<S extends string = Screen> {
  screen: S;
  /** First segment of the address. */
  role: string;
  params: Record<string, string>;
}

/** The screen at a path (without query), or null where there is none. */
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

/** True for the root, the roots of the roles, and every screen. */
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

/** Lower goes first: the earlier a parameter stands, the later its screen is tried. */
function rank(parts: readonly string[]): number {
  return parts.reduce((sum, part, at) => sum + (part.startsWith(':') ? 1 / 2 ** at : 0), 0);
}

/** The parameters of a pattern at an address, or null where it does not fit. */
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
