import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { history } from '../browser/history.ts';
import { newAddress } from '../page/pages.ts';
import { isMac } from './platform.ts';

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path and query of a page of this console. */
  to: string;
  /** Where a plain click goes, asked when it happens; where left out `to`, or beside it where a new record is begun there already. */
  toNow?: () => string;
}

/** True for a click that means this window: with Ctrl, ⌘ or Shift the browser opens another one on its own. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** A link to a page: a real one, that a plain click follows without reloading the console. */
export const PageLink = ({ to, toNow, onClick, ...rest }: PageLinkProps) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented) return;
      // Elsewhere than on a Mac browsers know nothing of ⌘.
      const isMeta = event.metaKey && !isMac;
      if (!isMeta && !isPlainClick(event)) return;
      event.preventDefault();
      if (isMeta) window.open(to, '_blank', 'noopener');
      else history.push(toNow?.() ?? newAddress(to));
    }}
  />
);
