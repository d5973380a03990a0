import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { history } from '../browser/history.ts';
import { newAddress } from '../page/pages.ts';
import { isMac } from './platform.ts';

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path and query of a page of this console. */
  to: string;
  /** Target of a plain click, computed when it happens; defaults to `to`, or a further form if a new record has been started there. */
  toNow?: () => string;
}

/** Whether a click navigates in this window: with Ctrl, ⌘ or Shift the browser opens another one. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** A real link to a page; a plain click navigates without reloading the console. */
export const PageLink = ({ to, toNow, onClick, ...rest }: PageLinkProps) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented) return;
      // Browsers ignore ⌘ except on a Mac.
      const isMeta = event.metaKey && !isMac;
      if (!isMeta && !isPlainClick(event)) return;
      event.preventDefault();
      if (isMeta) window.open(to, '_blank', 'noopener');
      else history.push(toNow?.() ?? newAddress(to));
    }}
  />
);
