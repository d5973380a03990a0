import type { UserInfo } from '@kuwei/contract/auth/user';
import { Dropdown, type MenuProps } from 'antd';
import { useT } from '../phrase/phrases.ts';
import { displayName, initialOf } from '../session/user.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { useAccountActions } from './account-actions.ts';
import { useSchemeItems } from './LookButtons.tsx';

export function AccountMenu({ user }: { user: UserInfo }) {
  const t = useT();
  const phone = useIsPhone();
  const schemes = useSchemeItems();
  const name = displayName(user);
  const items = useAccountActions()
    .filter(({ key }) => phone || key !== 'language')
    .map(({ key, label, parts, run }) => ({
      key,
      label: parts === undefined ? label : <Account label={label} parts={parts} />,
      onClick: run,
    }));
  const above: NonNullable<MenuProps['items']> = items.slice(0, -1);
  if (phone) above.push({ key: 'scheme', label: t('header.theme'), children: schemes });
  if (above.length > 0) above.push({ type: 'divider' });
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      // The colour scheme submenu would otherwise outlive its parent.
      destroyOnHidden
      classNames={{ root: 'account-menu' }}
      menu={{ items: [...above, ...items.slice(-1)] }}
    >
      <button type="button" className="kw-plain account" title={t('header.account')}>
        <span className="avatar" aria-hidden="true">
          {initialOf(name)}
        </span>
        <span className="account-name">{name}</span>
      </button>
    </Dropdown>
  );
}

const Account = ({ label, parts }: { label: string; parts: string }) => (
  <>
    {label} <span className="account-parts">{parts}</span>
  </>
);
