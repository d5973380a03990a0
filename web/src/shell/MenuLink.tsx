import type { MouseEvent, ReactNode } from 'react';
import { history } from '../navigation/history.ts';
import { addressOf } from '../page/pages.ts';

interface MenuLinkProps {
  item: { code: string; url: string };
  current?: boolean;
  className?: string;
  title?: string;
  onFollow?: () => void;
  children: ReactNode;
}

/** True for a click that means this window: with Ctrl, ⌘ or Shift the browser opens another one on its own. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Leads to an item of the menu, to where it was left when its page is still open. */
export const MenuLink = ({ item, current = false, className, title, onFollow, children }: MenuLinkProps) => (
  <a
    href={item.url}
    className={className}
    title={title}
    aria-current={current ? 'page' : undefined}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      history.push(addressOf(item));
      onFollow?.();
    }}
  >
    {children}
  </a>
);
