import type { ReactNode } from 'react';
import { addressOf } from '../page/pages.ts';
import { isPlainClick, PageLink } from '../ui/PageLink.tsx';

interface MenuLinkProps {
  item: { code: string; url: string };
  current?: boolean;
  className?: string;
  onFollow?: () => void;
  children: ReactNode;
}

/** Leads to an item of the menu, to where it was left when its page is still open. */
export const MenuLink = ({ item, current = false, className, onFollow, children }: MenuLinkProps) => (
  <PageLink
    to={item.url}
    toNow={() => addressOf(item)}
    className={className}
    aria-current={current ? 'page' : undefined}
    onClick={(event) => isPlainClick(event) && onFollow?.()}
  >
    {children}
  </PageLink>
);
