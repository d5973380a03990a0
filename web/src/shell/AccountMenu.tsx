import { allowed } from '@kuwei/contract/access';
import type { UserInfo } from '@kuwei/contract/auth/user';
import { LOCALES } from '@kuwei/contract/constants';
import { isScreen } from '@kuwei/contract/screens';
import { Dropdown, type MenuProps } from 'antd';
import { history } from '../navigation/history.ts';
import { useLocale, useT } from '../phrase/phrases.ts';
import { chooseLocale } from '../session/preference.ts';
import { displayName, initialOf, useUser } from '../session/user.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { useSchemeItems } from './LookButtons.tsx';
import { leaveConsole } from './sign-out.ts';

const PROXY = '/def/power/proxy';
const PASSWORD = '/def/base/user/change-password';

const back = async (): Promise<void> => (await import('../session/acting.ts')).goBack();

export function AccountMenu({ user }: { user: UserInfo }) {
  const t = useT();
  const phone = useIsPhone();
  const locale = useLocale();
  const roles = useUser((state) => state.roles);
  const schemes = useSchemeItems();
  const name = displayName(user);
  const other = LOCALES.find((each) => each !== locale)!;

  const acting = user.authProxyUserInfo;
  const items: NonNullable<MenuProps['items']> = [
    ...(acting ? [{ key: 'back', label: t('header.rollBack', { name, own: acting.name }), onClick: () => void back() }] : []),
    ...(allowed(['ROLE_ADMIN'], roles) && isScreen(PROXY)
      ? [{ key: 'proxy', label: t('header.switchUser'), onClick: () => history.push(PROXY) }]
      : []),
    ...(isScreen(PASSWORD) && !acting
      ? [{ key: 'password', label: t('menu.password'), onClick: () => history.push(PASSWORD) }]
      : []),
    ...(phone
      ? [
          { key: 'language', label: t('app.switchLanguage'), onClick: () => void chooseLocale(other) },
          { key: 'scheme', label: t('header.theme'), children: schemes },
        ]
      : []),
    { type: 'divider' },
    { key: 'logout', label: t('header.logout'), onClick: () => void leaveConsole() },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      classNames={{ root: 'account-menu' }}
      menu={{ items: withoutEdges(items) }}
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

/** No divider at the very top. */
const withoutEdges = (items: NonNullable<MenuProps['items']>): NonNullable<MenuProps['items']> =>
  items[0] && 'type' in items[0] && items[0].type === 'divider' ? items.slice(1) : items;
