// Every screen there is, by its address below `/{role}/`. The browser maps each to a page; the server answers 404 to
// any other address; the menu draws no item that leads elsewhere. A screen that does not work yet is not listed.
import { ROLE_PREFIXES } from './constants.ts';

/** In order of precedence: fixed words go before `:parameters`. */
export const SCREENS = ['common/login', 'wms/user/switchorg'] as const;

export type Screen = (typeof SCREENS)[number];

export interface ScreenMatch {
  screen: Screen;
  role: string;
  params: Record<string, string>;
}

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');

const table = SCREENS.map((screen) => ({ screen, parts: segments(screen) })).sort((a, b) => rank(a.parts) - rank(b.parts));

/** Fixed words first, then parameters, whatever the order of the list. */
function rank(parts: readonly string[]): number {
  return parts.reduce((sum, part, at) => sum + (part.startsWith(':') ? 1 / 2 ** at : 0), 0);
}

/** The screen at a path (without query), or null where there is none. */
export function matchScreen(path: string): ScreenMatch | null {
  const [role, ...rest] = segments(path.split('?')[0]!);
  if (role === undefined || !(ROLE_PREFIXES as readonly string[]).includes(role)) return null;
  for (const { screen, parts } of table) {
    if (parts.length !== rest.length) continue;
    const params: Record<string, string> = {};
    const fits = parts.every((part, at) => {
      if (!part.startsWith(':')) return part === rest[at];
      const [name, values] = part.slice(1).split('=') as [string, string | undefined];
      if (values && !values.split('|').includes(rest[at]!)) return false;
      params[name] = decodeURIComponent(rest[at]!);
      return true;
    });
    if (fits) return { screen, role, params };
  }
  return null;
}

/** True for the root, the roots of the roles, and every screen. */
export function isScreen(path: string): boolean {
  const parts = segments(path);
  return (
    parts.length === 0 ||
    (parts.length === 1 && (ROLE_PREFIXES as readonly string[]).includes(parts[0]!)) ||
    matchScreen(path) !== null
  );
}
