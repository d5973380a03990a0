// The console's colours, for our style sheets (as `--kw-…`) and the UI kit's theme.
// Text colours meet WCAG AA on every surface they are used on, in both schemes; `palette.test.ts` measures them.

import type { CSSProperties } from 'react';

export interface Palette {
  /** Page background. */
  ground: string;
  /** Header, sidebar, tab bar. */
  chrome: string;
  /** Tables, forms, cards. */
  surface: string;
  /** Menus, dialogs. */
  raised: string;
  /** On hover. */
  hover: string;
  line: string;
  lineStrong: string;
  text: string;
  textSecond: string;
  textThird: string;
  /** Fill of the primary action, with white text. */
  primary: string;
  primaryHover: string;
  /** Links, the selected item. */
  accent: string;
  accentSoft: string;
  danger: string;
  dangerSoft: string;
  warning: string;
  warningSoft: string;
  success: string;
  shadow: string;
}

export const light: Palette = {
  ground: '#f4f5f7',
  chrome: '#ffffff',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#f0f2f5',
  line: '#e4e7ec',
  lineStrong: '#cbd1da',
  text: '#1b2330',
  textSecond: '#4f5a6b',
  textThird: '#626c80',
  primary: '#0958d9',
  primaryHover: '#0a4dbb',
  accent: '#0958d9',
  accentSoft: '#e9f0fd',
  danger: '#c9221c',
  dangerSoft: '#fdeeed',
  warning: '#8a5300',
  warningSoft: '#fff4de',
  success: '#1c7a35',
  shadow: '0 6px 24px rgb(16 24 40 / 12%), 0 1px 3px rgb(16 24 40 / 10%)',
};

export const dark: Palette = {
  ground: '#0f1216',
  chrome: '#161a20',
  surface: '#191e25',
  raised: '#212731',
  hover: '#252c37',
  line: '#2a313c',
  lineStrong: '#404a59',
  text: '#e4e8ee',
  textSecond: '#abb4c2',
  textThird: '#909bab',
  primary: '#2462cc',
  primaryHover: '#2f6fdd',
  accent: '#7fb0ff',
  accentSoft: '#1c2f4f',
  danger: '#ff8c85',
  dangerSoft: '#402022',
  warning: '#f3bd63',
  warningSoft: '#3b2d12',
  success: '#74c98b',
  shadow: '0 8px 28px rgb(0 0 0 / 50%), 0 1px 3px rgb(0 0 0 / 40%)',
};

const cssName = (name: string): string => `--kw-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The CSS variables of one scheme, for a part of the page with its own scheme. */
export const variablesOf = (palette: Palette): CSSProperties =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [cssName(name), value as string]));

/** Applies the light or dark scheme. */
export function paint(isDark: boolean): void {
  const { dataset, style } = document.documentElement;
  dataset['theme'] = isDark ? 'dark' : 'light';
  style.background = '';
  for (const [name, value] of Object.entries(isDark ? dark : light)) style.setProperty(cssName(name), value as string);
}
