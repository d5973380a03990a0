// Views: named, saved filters and sort order.
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import StarFilled from '@ant-design/icons/es/icons/StarFilled';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import SyncOutlined from '@ant-design/icons/es/icons/SyncOutlined';
import { useState, type ReactNode } from 'react';
import { uuid } from '../browser/uuid.ts';
import { useT } from '../phrase/phrases.ts';
import { noticeDone } from '../ui/feedback.ts';
import { PopPanel } from '../ui/PopPanel.tsx';
import type { View } from './arrangement.ts';
import './display.css';

interface ViewsMenuProps {
  views: readonly View[];
  /** The current filters and order in the format of a view. */
  current: string;
  onShow: (view: View | null) => void;
  onKeep: (views: View[]) => void;
}

const NAME_MAX = 40;

export function ViewsMenu(props: ViewsMenuProps) {
  const t = useT();
  const shown = props.views.find((view) => view.query === props.current);
  const name = shown?.name ?? null;
  return (
    <PopPanel
      label={t('list.views')}
      trigger={(trigger) => (
        <button
          {...trigger}
          className="kw-plain views-button"
          aria-label={name === null ? t('list.views') : `${t('list.views')}: ${name}`}
          title={t('list.views')}
        >
          {name ?? t('list.views')}
          <DownOutlined aria-hidden="true" />
        </button>
      )}
    >
      {(close) => <Views {...props} close={close} />}
    </PopPanel>
  );
}

function Views({ views, current, onShow, onKeep, close }: ViewsMenuProps & { close: () => void }) {
  const t = useT();
  const show = (view: View | null): void => {
    onShow(view);
    close();
  };
  const change = (id: string, patch: Partial<View>): void =>
    onKeep(
      views.map((view) => (view.id === id ? { ...view, ...patch } : patch.isDefault ? { ...view, isDefault: false } : view)),
    );
  return (
    <div className="views">
      <ul>
        <li>
          <button
            type="button"
            className="kw-plain views-name"
            aria-current={current === '' || undefined}
            onClick={() => show(null)}
          >
            <CheckOutlined aria-hidden="true" style={current === '' ? undefined : { visibility: 'hidden' }} />
            {t('list.viewAll')}
          </button>
        </li>
        {views.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className="kw-plain views-name"
              aria-current={view.query === current || undefined}
              onClick={() => show(view)}
            >
              <CheckOutlined aria-hidden="true" style={view.query === current ? undefined : { visibility: 'hidden' }} />
              {view.name}
            </button>
            {view.query !== current && current !== '' && (
              <Tool label={t('list.viewUpdate')} name={view.name} onClick={() => change(view.id, { query: current })}>
                <SyncOutlined aria-hidden="true" />
              </Tool>
            )}
            <Tool
              label={t(view.isDefault ? 'list.viewDefaultOff' : 'list.viewDefault')}
              name={view.name}
              pressed={view.isDefault ?? false}
              onClick={() => change(view.id, { isDefault: !view.isDefault })}
            >
              {view.isDefault ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
            </Tool>
            <Tool label={t('list.viewDelete')} name={view.name} onClick={() => onKeep(views.filter(({ id }) => id !== view.id))}>
              <DeleteOutlined aria-hidden="true" />
            </Tool>
          </li>
        ))}
      </ul>
      {current === '' ? (
        <p className="views-hint">{t('list.viewsNone')}</p>
      ) : (
        <NewView
          onSave={(name) => {
            onKeep([...views.filter((view) => view.query !== current), { id: uuid(), name, query: current }]);
            noticeDone(t('list.viewSaved', { name }));
            close();
          }}
        />
      )}
    </div>
  );
}

function NewView({ onSave }: { onSave: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState('');
  return (
    <form
      className="views-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <input
        className="kw-field"
        maxLength={NAME_MAX}
        placeholder={t('list.viewSave')}
        aria-label={t('list.viewName')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="kw-button" disabled={name.trim() === ''}>
        {t('form.save')}
      </button>
    </form>
  );
}

interface ToolProps {
  label: string;
  name: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ label, name, pressed, onClick, children }: ToolProps) => (
  <button
    type="button"
    className="kw-plain display-tool"
    title={label}
    aria-label={`${label}: ${name}`}
    aria-pressed={pressed}
    onClick={onClick}
  >
    {children}
  </button>
);
