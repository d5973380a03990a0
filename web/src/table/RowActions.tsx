import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { PageLink } from '../ui/PageLink.tsx';
import type { RowAction } from './list-types.ts';
import './table.css';

/** Two actions are visible, the others in a menu. */
const ACTIONS_SHOWN = 2;

interface RowActionsProps {
  /** Name of the row. */
  name: string;
  actions: readonly RowAction[];
  tabIndex: number;
}

export function RowActions({ name, actions, tabIndex }: RowActionsProps) {
  const inSight = actions.length <= ACTIONS_SHOWN + 1 ? actions.slice(0, ACTIONS_SHOWN + 1) : actions.slice(0, ACTIONS_SHOWN);
  const more = actions.slice(inSight.length);
  return (
    <span className="row-actions">
      {inSight.map((action) => (
        <ActionButton key={action.key} action={action} name={name} tabIndex={tabIndex} />
      ))}
      {more.length > 0 && <MoreActions name={name} actions={more} tabIndex={tabIndex} />}
    </span>
  );
}

function ActionButton({ action, name, tabIndex }: { action: RowAction; name: string; tabIndex: number }) {
  const { label, to, run, danger, reason } = action;
  const className = danger ? 'kw-plain row-action danger' : 'kw-plain row-action';
  const spoken = { 'aria-label': `${label} ${name}`, tabIndex };
  if (to !== undefined && reason === undefined) {
    return (
      <PageLink className={className} to={to} {...spoken}>
        {label}
      </PageLink>
    );
  }
  return (
    <button
      type="button"
      className={className}
      {...spoken}
      aria-disabled={reason !== undefined}
      aria-description={reason}
      title={reason}
      onClick={() => reason === undefined && void run?.()}
    >
      {label}
    </button>
  );
}

/** Created on demand: a menu for each row of a long list would cost more than the rows. */
export function MoreActions({ name, actions, tabIndex }: RowActionsProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const label = t('list.moreActions', { name });
  const more = (
    <button
      ref={button}
      type="button"
      className="kw-plain row-action more"
      aria-label={label}
      title={t('list.actions')}
      aria-haspopup="menu"
      aria-expanded={open}
      tabIndex={tabIndex}
      onClick={() => setOpen(true)}
    >
      <MoreOutlined aria-hidden="true" />
    </button>
  );
  if (!open) return more;
  return (
    <Dropdown
      open
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      onOpenChange={(next) => !next && setOpen(false)}
      menu={{ items: menuItems(actions), onClick: () => setOpen(false) }}
    >
      {more}
    </Dropdown>
  );
}

const menuItems = (actions: readonly RowAction[]): NonNullable<MenuProps['items']> =>
  actions.map(({ key, label, to, run, danger, reason }) => ({
    key,
    danger: danger ?? false,
    disabled: reason !== undefined,
    title: reason ?? '',
    label: to === undefined ? label : <PageLink to={to}>{label}</PageLink>,
    ...(run && { onClick: () => void run() }),
  }));
