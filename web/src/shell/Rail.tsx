// The menu collapsed to icons: branches open beside it.
import type { MenuNode } from '@kuwei/contract/menu';
import { itemsRevealedBy } from '@kuwei/contract/menu';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { viewer } from '../navigation/resolve.ts';
import { openMenuItem } from '../page/pages.ts';
import { useT } from '../phrase/phrases.ts';
import { useVersion } from '../session/version.ts';
import { isPlainClick } from '../ui/PageLink.tsx';
import { useItemName } from './item-name.ts';
import { MenuIcon } from '../ui/MenuIcon.tsx';
import { MenuLink } from './MenuLink.tsx';
import { useCurrentItems } from './use-menu.ts';

export function Rail({ menu }: { menu: readonly MenuNode[] }) {
  const t = useT();
  const current = useCurrentItems();
  const nameOf = useItemName();
  return (
    <nav className="rail" aria-label={t('nav.main')}>
      <ul>
        {menu.map((node) => (
          <li key={node.code}>
            {node.url !== null && node.subs.length === 0 ? (
              <MenuLink item={{ code: node.code, url: node.url }} className="rail-item" current={current.includes(node.code)}>
                <MenuIcon name={node.icon} />
                <span>{nameOf(node)}</span>
              </MenuLink>
            ) : (
              <RailBranch node={node} current={current} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RailBranch({ node, current }: { node: MenuNode; current: readonly string[] }) {
  const nameOf = useItemName();
  const menu = useVersion((state) => state.menu);
  const items = node.subs.length > 0 ? node.subs : itemsRevealedBy(menu, node, viewer());
  // Hovering opens a branch without moving the focus; a click or Enter also moves the focus into it.
  const [open, setOpen] = useState<'hover' | 'click' | null>(null);
  return (
    <Dropdown
      trigger={['hover']}
      open={open !== null}
      onOpenChange={(next) => setOpen(next ? (open ?? 'hover') : null)}
      placement="bottomLeft"
      autoFocus={open === 'click'}
      classNames={{ root: 'rail-flyout' }}
      align={{ points: ['tl', 'tr'], offset: [4, 0] }}
      menu={{
        items: itemsOf(items, nameOf),
        selectedKeys: current.slice(-1),
        onClick: ({ key, domEvent }) => {
          const item = find(items, key);
          if (!item?.url || ('button' in domEvent && !isPlainClick(domEvent))) return;
          openMenuItem({ code: item.code, url: item.url });
        },
      }}
    >
      <button
        type="button"
        className="kw-plain rail-item"
        data-current={current.includes(node.code) || undefined}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onClick={() => setOpen('click')}
      >
        <MenuIcon name={node.icon} />
        <span>{nameOf(node)}</span>
      </button>
    </Dropdown>
  );
}

type Items = NonNullable<MenuProps['items']>;

const itemsOf = (nodes: readonly MenuNode[], nameOf: (node: MenuNode) => string): Items =>
  nodes.map((node) =>
    node.subs.length > 0
      ? { key: node.code, label: nameOf(node), children: itemsOf(node.subs, nameOf) }
      : {
          key: node.code,
          label: (
            <a href={node.url ?? ''} tabIndex={-1} onClick={(event) => isPlainClick(event) && event.preventDefault()}>
              {nameOf(node)}
            </a>
          ),
        },
  );

function find(nodes: readonly MenuNode[], code: string): MenuNode | undefined {
  for (const node of nodes) {
    const found = node.code === code ? node : find(node.subs, code);
    if (found) return found;
  }
  return undefined;
}
