// Account actions available everywhere, for the account menu and the finder.
import { isAllowed } from '@kuwei/contract/access';
import { history } from '../browser/history.ts';
import { loadCode } from '../browser/lazy-part.ts';
import { CHANGE_PASSWORD, PROFILE, PROXY } from '../navigation/addresses.ts';
import { otherLocale, useLocale, useT } from '../phrase/phrases.ts';
import { chooseLocale } from '../session/preference.ts';
import { displayName, useUser } from '../session/user.ts';
import { confirmSignOut } from './sign-out.ts';

export interface AccountAction {
  key: 'back' | 'proxy' | 'password' | 'account' | 'language' | 'help' | 'logout';
  label: string;
  /** Contents, if the label does not name them. */
  parts?: string;
  run: () => void;
}

const back = async (): Promise<void> => (await loadCode(() => import('./acting.ts'))).endImpersonation();

/** In display order; only actions available to this user now. */
export function useAccountActions(): AccountAction[] {
  const t = useT();
  const { user, roles } = useUser();
  const locale = useLocale();
  const other = otherLocale(locale);
  const acting = user?.authProxyUserInfo;
  const mine: AccountAction[] = [];
  if (user && acting)
    mine.push({
      key: 'back',
      label: t('header.rollBack', { name: displayName(user), own: acting.name }),
      run: () => void back(),
    });
  if (isAllowed(['ROLE_ADMIN'], roles))
    mine.push({ key: 'proxy', label: t('header.switchUser'), run: () => history.push(PROXY) });
  mine.push({ key: 'password', label: t('header.password'), run: () => history.push(CHANGE_PASSWORD) });
  if (!acting)
    mine.push({ key: 'account', label: t('menu.account'), parts: t('header.accountParts'), run: () => history.push(PROFILE) });
  return [
    ...mine,
    { key: 'language', label: t('app.switchLanguage'), run: () => void chooseLocale(other) },
    { key: 'help', label: t('header.help'), run: () => void window.open(`/guide/${locale}.html`, '_blank', 'noopener') },
    { key: 'logout', label: t('header.logout'), run: () => void confirmSignOut() },
  ];
}
