// Ctrl+K: type a part of a page's name, Enter opens it.
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { isScreen } from '@kuwei/contract/screens';
import { Modal } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { history } from '../navigation/history.ts';
import { addressOf } from '../page/pages.ts';
import { say, useT } from '../phrase/phrases.ts';
import { usePageRole } from '../session/page-role.ts';
import { useUser } from '../session/user.ts';
import { useVersion } from '../session/version.ts';
import { findTargets, targetsOf, type Target } from './find.ts';
import { useItemName } from './item-name.ts';
import './finder.css';

export default function Finder({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={null}
      closable={false}
      width={560}
      className="finder"
      title={t('finder.title')}
      style={{ top: 80 }}
    >
      <FinderList onDone={() => setOpen(false)} />
    </Modal>
  );
}

function FinderList({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const found = findTargets(useTargets(), typed);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (target: Target | undefined): void => {
    if (!target) return;
    onDone();
    history.push(addressOf(target));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className="finder-field">
        <SearchOutlined aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[at] && `${listId}-${at}`}
          aria-label={t('finder.title')}
          placeholder={t('finder.hint')}
          value={typed}
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
      </label>
      <ul id={listId} ref={list} role="listbox" aria-label={t('finder.title')} className="finder-list">
        {found.map((target, index) => (
          <li
            key={target.code}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => choose(target)}
          >
            <span>{target.name}</span>
            <span className="finder-above">{target.above}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="finder-none">{t('finder.none')}</p>}
    </>
  );
}

function useTargets(): Target[] {
  const menu = useVersion((state) => state.menu);
  const roles = useUser((state) => state.roles);
  const pageRole = usePageRole((state) => state.pageRole);
  const nameOf = useItemName();
  return useMemo(
    () =>
      targetsOf(
        menu,
        { roles, pageRole, hasScreen: isScreen },
        nameOf,
        (node) => `${node.name} ${say(node.nameTag ?? '')} ${node.url}`,
      ),
    [menu, roles, pageRole, nameOf],
  );
}
