// Ctrl+K: finds by part of a name, a number or pinyin initials; Enter opens the result.
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { mayOpen } from '@kuwei/contract/screens';
import { Modal } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { usePageRole } from '../../api/page-role.ts';
import { history } from '../../browser/history.ts';
import { openMenuItem } from '../../page/pages.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { takeTypedAhead } from '../overlay.ts';
import { useActions } from './actions.ts';
import { useInitialGroups, type Group } from './initial-groups.ts';
import { findTargets } from './find.ts';
import { rememberChoice } from './recent.ts';
import { useRecordChoices, useRecords } from './records.ts';
import { usePageTargets } from './use-pages.ts';
import './finder.css';

export default function Finder({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      // Run the choice after the dialog has closed and released the focus.
      afterClose={() => {
        onClose();
        chosen.current?.();
      }}
      footer={null}
      closable={false}
      width={600}
      className="finder"
      title={t('finder.title')}
    >
      <FinderList
        onChoose={(run) => {
          chosen.current = run;
          setOpen(false);
        }}
      />
    </Modal>
  );
}

function FinderList({ onChoose }: { onChoose: (run: () => void) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, state } = useGroups(typed);
  const pageRole = usePageRole((kept) => kept.pageRole);
  const mayFindPeople = useUser(({ roles }) => mayOpen('user/mg', roles, pageRole));
  // Enter before the records have loaded opens the first result for the whole text.
  const entered = useRef(false);
  const choices = groups.flatMap((group) => group.choices);
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  useEffect(() => {
    if (!entered.current || state === 'looking') return;
    entered.current = false;
    if (choices[0]) onChoose(choices[0].run);
  });

  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((current + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter') {
      const choice = choices[current];
      const isOld = state === 'looking' && at === 0 && (!groups[0] || groups[0].isSought === true);
      if (isOld) entered.current = true;
      else if (choice) onChoose(choice.run);
    } else return;
    event.preventDefault();
  };
  let index = 0;
  return (
    <>
      <label className="finder-field">
        <SearchOutlined aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={choices[current] && `${listId}-${current}`}
          aria-label={t('finder.title')}
          placeholder={t(mayFindPeople ? 'finder.hintAll' : 'finder.hint')}
          value={typed}
          autoFocus
          onFocus={() => {
            const ahead = takeTypedAhead();
            if (ahead !== '') setTyped((text) => text + ahead);
          }}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            entered.current = false;
          }}
          onKeyDown={onKey}
        />
      </label>
      <div
        id={listId}
        ref={list}
        role="listbox"
        aria-label={t('finder.title')}
        className="finder-list"
        aria-busy={state === 'looking'}
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className="finder-group" aria-hidden="true">
              {group.title}
            </p>
            {group.choices.map(({ key, name, above, run }) => {
              const mine = index++;
              return (
                <div
                  key={key}
                  id={`${listId}-${mine}`}
                  role="option"
                  aria-selected={mine === current}
                  onMouseMove={() => setAt(mine)}
                  onClick={() => onChoose(run)}
                >
                  <span>{name}</span>
                  <span className="finder-above">{above}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className="finder-note" role="status">
        {noteOf(t, state, choices.length)}
      </p>
    </>
  );
}

function noteOf(t: ReturnType<typeof useT>, state: ReturnType<typeof useRecords>['state'], count: number): string {
  if (state === 'looking') return t('finder.looking');
  if (state === 'failed') return t('finder.failed');
  return count === 0 ? t('finder.none') : t('finder.found', { count });
}

/** Pages and actions show immediately; records are appended below, so that nothing moves under the cursor. */
function useGroups(typed: string): { groups: Group[]; state: ReturnType<typeof useRecords>['state'] } {
  const t = useT();
  const pages = usePageTargets();
  const actions = useActions(pages);
  const { found, state } = useRecords(typed);
  const records = useRecordChoices(found);
  const before = useInitialGroups(pages);
  const go = (to: string) => () => history.push(to);
  const groups: Group[] = [
    ...(typed.trim() === '' ? before : []),
    {
      title: t('finder.pages'),
      choices: findTargets(pages, typed).map((page) => ({ ...page, run: () => openMenuItem(page) })),
    },
    { title: t('finder.actions'), choices: findTargets(actions, typed) },
    ...records.map(({ kind, choices }) => ({
      isSought: true as const,
      title: t(`finder.${kind}`),
      choices: choices.map((choice) => ({
        ...choice,
        run: () => {
          rememberChoice(choice);
          go(choice.to)();
        },
      })),
    })),
  ];
  return { groups: groups.filter(({ choices }) => choices.length > 0), state };
}
