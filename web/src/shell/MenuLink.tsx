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

/** Link to a menu item: its open page as it was left, if there is one; an external address opens in a new window. */
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
