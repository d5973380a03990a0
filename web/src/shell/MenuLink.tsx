import { isExternalUrl } from '@kuwei/contract/menu';
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

/** Leads to an item of the menu, to where it was left when its page is still open; an address outside to a window of its own. */
export const MenuLink = ({ item, current = false, className, onFollow, children }: MenuLinkProps) =>
  isExternalUrl(item.url) ? (
    <a href={item.url} target="_blank" rel="noopener noreferrer" className={className} onClick={onFollow}>
      {children}
      <span aria-hidden="true" className="menu-outside">
        ↗
      </span>
    </a>
  ) : (
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
