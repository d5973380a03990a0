// The tab bar.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import { Dropdown } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { history } from '../browser/history.ts';
import { pinOpenTab, reorderTab } from '../page/pages.ts';
import { useT } from '../phrase/phrases.ts';
import { isPlainClick } from '../ui/PageLink.tsx';
import { closeTab } from './tab-actions.ts';
import { TabTools, tabMenuItems, useTabMenu } from './TabMenu.tsx';
import { useTabs, type NamedTab } from './use-tabs.ts';
import './tab-bar.css';

export function TabBar() {
  const t = useT();
  const tabs = useTabs();
  const list = useRef<HTMLOListElement>(null);
  const [menuFor, setMenuFor] = useState<string | null>(null);
  const onMenu = useTabMenu(menuFor);
  const active = tabs.find((tab) => tab.active)?.routeName;
  // A record's title loads late, and a longer one moves the other tabs.
  const names = tabs.map(({ label }) => label).join('\n');
  useEffect(() => {
    // In the next frame, which has a layout anyway.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('.tab.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [active, names]);

  return (
    <div className="tab-bar">
      <nav aria-label={t('nav.pages')} aria-describedby="tab-hint">
        <Dropdown
          trigger={['contextMenu']}
          disabled={tabs.length === 0}
          menu={{ items: tabMenuItems(t, tabs.length, menuFor === active, isPreview(tabs, menuFor)), onClick: onMenu }}
        >
          <ol
            ref={list}
            className="tab-list"
            onContextMenu={(event) => setMenuFor(codeOf(event.target) ?? active ?? null)}
            onWheel={(event) => {
              if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
            }}
          >
            {tabs.map((tab, at) => (
              <TabItem key={tab.routeName} tab={tab} at={at} />
            ))}
          </ol>
        </Dropdown>
        <span id="tab-hint" className="kw-unseen">
          {t('tab.hint')}
        </span>
      </nav>
      <TabTools />
    </div>
  );
}

const isPreview = (tabs: readonly NamedTab[], routeName: string | null): boolean =>
  tabs.some((tab) => tab.routeName === routeName && tab.preview);

/** The tab of an element in the list. */
const codeOf = (target: EventTarget): string | null =>
  (target as HTMLElement).closest<HTMLElement>('[data-tab]')?.dataset['tab'] ?? null;

function TabItem({ tab, at }: { tab: NamedTab; at: number }) {
  const t = useT();
  const { routeName, label, active, unsaved, preview, fullPath } = tab;
  const state = [active && 'active', preview && 'preview'].filter(Boolean).join(' ');
  return (
    <li
      className={`tab ${state}`}
      data-tab={routeName}
      onDoubleClick={() => pinOpenTab(routeName)}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        void closeTab(routeName);
      }}
    >
      <a
        href={fullPath}
        draggable={false}
        aria-current={active ? 'page' : undefined}
        onKeyDown={(event) => onTabKey(event, routeName, at)}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          if (!active) history.push(fullPath);
        }}
      >
        <span className="tab-name" title={preview ? t('tab.preview', { name: label }) : label}>
          {label}
        </span>
        {unsaved && <span className="tab-unsaved" role="img" aria-label={t('tab.unsaved')} title={t('tab.unsaved')} />}
      </a>
      <button
        type="button"
        className="kw-plain tab-close"
        tabIndex={-1}
        aria-label={t('tab.closeNamed', { name: label })}
        onClick={() => void closeTab(routeName)}
      >
        <CloseOutlined aria-hidden="true" />
      </button>
    </li>
  );
}

/** Arrow keys move between tabs, with Shift they move the tab, Delete closes it. */
function onTabKey(event: KeyboardEvent<HTMLElement>, routeName: string, at: number): void {
  const tabs = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-tab] > a') ?? [])];
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (event.key === 'Delete') {
    (tabs[at + 1] ?? tabs[at - 1])?.focus();
    void closeTab(routeName);
  } else if (step !== 0 && event.shiftKey) reorderTab(routeName, Math.min(Math.max(at + step, 0), tabs.length - 1));
  else if (step !== 0) tabs[at + step]?.focus();
  else if (event.key === 'Home') tabs[0]?.focus();
  else if (event.key === 'End') tabs.at(-1)?.focus();
  else return;
  event.preventDefault();
}
