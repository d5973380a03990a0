// Color scheme: light, dark or the system's.
import { create } from 'zustand';
import { KEYS, local } from './storage.ts';

export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

const getStoredScheme = (): Scheme => SCHEMES.find((each) => each === local.get(KEYS.theme)) ?? 'system';

const isDark = (chosen: Scheme): boolean => (chosen === 'system' ? systemDark().matches : chosen === 'dark');

interface SchemeState {
  chosen: Scheme;
  dark: boolean;
}
export const useScheme = create<SchemeState>(() => ({ chosen: getStoredScheme(), dark: isDark(getStoredScheme()) }));

export function setScheme(chosen: Scheme): void {
  local.set(KEYS.theme, chosen);
  useScheme.setState({ chosen, dark: isDark(chosen) });
}

/** The next user of this browser starts with the system's scheme. */
export function forgetScheme(): void {
  local.remove(KEYS.theme);
  useScheme.setState({ chosen: 'system', dark: isDark('system') });
}

/** Calls back with the effective scheme, now and on every change of the setting, in another window, or of the system. */
export function watchScheme(paint: (dark: boolean) => void): void {
  const followed = (): void => useScheme.setState({ chosen: getStoredScheme(), dark: isDark(getStoredScheme()) });
  systemDark().addEventListener('change', followed);
  window.addEventListener('storage', ({ key }) => key === KEYS.theme && followed());
  useScheme.subscribe(({ dark }) => paint(dark));
  paint(useScheme.getState().dark);
}
