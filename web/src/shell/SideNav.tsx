// The expanded menu: one branch open at a time.
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import type { MenuNode } from '@kuwei/contract/menu';
import { useEffect, useId, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { MenuIcon } from '../ui/MenuIcon.tsx';
import { MenuLink } from './MenuLink.tsx';
import { enterBranch, useCurrentItems } from './use-menu.ts';
import { useItemName } from './item-name.ts';

interface SideNavProps {
  menu: readonly MenuNode[];
  onFollow?: () => void;
}

export function SideNav({ menu, onFollow }: SideNavProps) {
  const t = useT();
  const current = useCurrentItems();
  return (
    <nav className="side-nav" aria-label={t('nav.main')}>
      <Level nodes={menu} depth={0} current={current} {...(onFollow && { onFollow })} />
    </nav>
  );
}

interface LevelProps {
  nodes: readonly MenuNode[];
  depth: number;
  current: readonly string[];
  onFollow?: () => void;
  id?: string;
}

function Level({ nodes, depth, current, onFollow, id }: LevelProps) {
  const here = current[depth] ?? null;
  const [chosen, setChosen] = useState<string | null>(here);
  useEffect(() => setChosen(here), [here]);
  // On returning to a page of another branch, that branch opens: the items of the previous one are no longer in the menu.
  const isGone = chosen !== null && nodes.find((node) => node.code === chosen)?.subs.length === 0;
  const open = isGone ? here : chosen;

  return (
    <ul id={id}>
      {nodes.map((node) =>
        node.url !== null && node.subs.length === 0 ? (
          <li key={node.code}>
            <Leaf node={node} url={node.url} depth={depth} current={current} {...(onFollow && { onFollow })} />
          </li>
        ) : (
          <Branch
            key={node.code}
            node={node}
            depth={depth}
            open={open === node.code}
            current={current}
            onToggle={() => {
              if (node.subs.length === 0) enterBranch(node);
              setChosen(open === node.code ? null : node.code);
            }}
            {...(onFollow && { onFollow })}
          />
        ),
      )}
    </ul>
  );
}

interface NodeProps {
  node: MenuNode;
  depth: number;
  current: readonly string[];
  onFollow?: () => void;
}

function Leaf({ node, url, depth, current, onFollow }: NodeProps & { url: string }) {
  const nameOf = useItemName();
  return (
    <MenuLink
      item={{ code: node.code, url }}
      current={current.at(-1) === node.code}
      className={`side-item depth-${Math.min(depth, 3)}`}
      {...(onFollow && { onFollow })}
    >
      {(depth === 0 || node.icon !== null) && <MenuIcon name={node.icon} />}
      <span className="side-name">{nameOf(node)}</span>
    </MenuLink>
  );
}

function Branch({ node, depth, current, open, onToggle, onFollow }: NodeProps & { open: boolean; onToggle: () => void }) {
  const nameOf = useItemName();
  const listId = useId();
  return (
    <li>
      <button
        type="button"
        className={`kw-plain side-item depth-${Math.min(depth, 3)}`}
        data-current={current.includes(node.code) || undefined}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={onToggle}
      >
        {(depth === 0 || node.icon !== null) && <MenuIcon name={node.icon} />}
        <span className="side-name">{nameOf(node)}</span>
        <DownOutlined className="side-arrow" aria-hidden="true" />
      </button>
      {open && <Level id={listId} nodes={node.subs} depth={depth + 1} current={current} {...(onFollow && { onFollow })} />}
    </li>
  );
}
