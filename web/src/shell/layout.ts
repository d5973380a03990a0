import type { Layout } from '../navigation/screens.ts';
import type { Shown } from '../page/nav.ts';

/**
 * Layout around the page in front. While a password change or second-factor setup is pending nothing else can be opened, so there is no
 * menu and no tabs. A page closed by a change of rights leaves them unchanged.
 */
export function layoutOf(shown: Shown, isDue: boolean): Layout {
  const own =
    shown.kind === 'page' ? (shown.entry.layout ?? 'default') : shown.kind === 'error' && shown.lost ? 'default' : 'easy';
  return isDue && own === 'default' ? 'easy' : own;
}
