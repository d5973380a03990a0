// What the finder can do beside opening pages.
import { LOCALES } from '@kuwei/contract/constants';
import { isScreen } from '@kuwei/contract/screens';
import { SWITCH_ORG } from '../../navigation/guards.ts';
import { history } from '../../navigation/history.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { useOrg } from '../../session/org.ts';
import { chooseLocale, chooseScheme } from '../../session/preference.ts';
import { SCHEMES, useScheme } from '../../ui/scheme.ts';
import { openOverlay } from '../overlay.ts';
import { leaveConsole } from '../sign-out.ts';
import type { PageTarget, Target } from './find.ts';
import { initials } from './initials.ts';

export interface ActionTarget extends Target {
  run: () => void;
}

const PASSWORD = '/def/base/user/change-password';

/** Lists whose screen for a new one stands below them: whoever has the list in the menu may begin one. */
const BEGINS = [
  { list: /^\/(teacher|supplier|staff)\/wms\/transaction\/inbound$/, label: 'tx.new.INBOUND' },
  { list: /^\/(teacher|supplier|staff)\/wms\/transaction\/outbound$/, label: 'tx.new.OUTBOUND' },
  { list: /^\/admin\/wms\/transaction\/move$/, label: 'tx.new.MOVE' },
  { list: /^\/admin\/wms\/product$/, label: 'product.new' },
] as const;

/** @param pages that the person can open */
export function useActions(pages: readonly PageTarget[]): ActionTarget[] {
  const t = useT();
  const locale = useLocale();
  const other = LOCALES.find((each) => each !== locale)!;
  const scheme = useScheme((state) => state.chosen);
  const hasGroup = useOrg((state) => state.org !== null);
  const action = (key: string, name: string, run: () => void, above = ''): ActionTarget => ({
    key,
    name,
    above,
    words: `${name} ${initials(name)} ${above} ${key}`,
    run,
  });
  const begin = BEGINS.flatMap(({ list, label }) =>
    pages
      .filter(({ url }) => list.test(url))
      .map(({ url, above }) => action(`new ${url}`, t(label), () => history.push(`${url}/edit`), above)),
  );
  return [
    ...begin,
    ...(hasGroup ? [action('group', t('finder.switchGroup'), () => history.push(SWITCH_ORG))] : []),
    ...(isScreen(PASSWORD) ? [action('password', t('menu.password'), () => history.push(PASSWORD))] : []),
    action('language', t('finder.language', { name: t('app.switchLanguage') }), () => void chooseLocale(other)),
    ...SCHEMES.filter((each) => each !== scheme).map((each) =>
      action(`theme ${each}`, t('finder.theme', { name: t(`theme.${each}`) }), () => chooseScheme(each)),
    ),
    action('keys', t('keys.title'), () => openOverlay('keys')),
    action('logout', t('header.logout'), () => void leaveConsole()),
  ];
}
