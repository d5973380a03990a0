// Actions of the finder other than opening pages.
import { isAllowed } from '@kuwei/contract/access';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { useOrg } from '../../api/org.ts';
import { history } from '../../browser/history.ts';
import { SCHEMES, useScheme } from '../../browser/scheme.ts';
import { PROFILE, SCAN, SECOND_FACTOR, SESSIONS, SWITCH_ORG } from '../../navigation/addresses.ts';
import { useT } from '../../phrase/phrases.ts';
import { chooseScheme } from '../../session/preference.ts';
import { useUser } from '../../session/user.ts';
import { useAccountActions } from '../account-actions.ts';
import { openOverlay } from '../overlay.ts';
import type { PageTarget, Target } from './find.ts';
import { initials } from './initials.ts';

export interface ActionTarget extends Target {
  run: () => void;
}

const { createTransaction } = transactionRoutes;

/** Lists with a create page below them, and the call that it makes. */
const BEGINS = [
  { list: /^\/(teacher|supplier|staff)\/wms\/transaction\/inbound$/, makes: createTransaction, label: 'tx.new.INBOUND' },
  { list: /^\/(teacher|supplier|staff)\/wms\/transaction\/outbound$/, makes: createTransaction, label: 'tx.new.OUTBOUND' },
  { list: /^\/admin\/wms\/transaction\/move$/, makes: createTransaction, label: 'tx.new.MOVE' },
  { list: /^\/admin\/wms\/product$/, makes: productRoutes.createProduct, label: 'product.new' },
] as const;

/** Everyone has an account, but few know the names of its sections. */
const ACCOUNT_PARTS = [
  { name: 'finder.profile', words: '个人资料 邮箱 电话 通知 profile email e-mail phone notifications', to: PROFILE },
  { name: 'finder.second', words: '两步验证 双因素 two-step verification 2fa totp', to: SECOND_FACTOR },
  { name: 'finder.devices', words: '设备 会话 devices sessions', to: SESSIONS },
] as const;

/** Search terms for an action in the other language. */
const MORE_WORDS: Readonly<Record<string, string>> = { password: '密码 修改密码' };

/** @param pages that the user can open */
export function useActions(pages: readonly PageTarget[]): ActionTarget[] {
  const t = useT();
  const roles = useUser((state) => state.roles);
  const scheme = useScheme((state) => state.chosen);
  const hasGroup = useOrg((state) => state.org !== null);
  const account = useAccountActions();
  const action = (key: string, name: string, run: () => void, above = ''): ActionTarget => ({
    key,
    name,
    above,
    words: `${name} ${initials(name)} ${above} ${key} ${MORE_WORDS[key] ?? ''}`,
    run,
  });
  const begin = BEGINS.filter(({ makes }) => isAllowed(makes.needs, roles)).flatMap(({ list, label }) =>
    pages
      .filter(({ url }) => list.test(url))
      .map(({ url, above }) => action(`new ${url}`, t(label), () => history.push(`${url}/edit`), above)),
  );
  const own = account.flatMap(({ key, label, run }) =>
    key === 'account'
      ? ACCOUNT_PARTS.map(({ name, words, to }) => action(`${to} ${words}`, t(name), () => history.push(to), label))
      : [action(key, key === 'language' ? t('finder.language', { name: label }) : label, run)],
  );
  return [
    ...begin,
    action('scan', t('header.scan'), () => history.push(SCAN)),
    ...(hasGroup ? [action('group', t('finder.switchGroup'), () => history.push(SWITCH_ORG))] : []),
    ...own.slice(0, -1),
    ...SCHEMES.filter((each) => each !== scheme).map((each) =>
      action(`theme ${each}`, t('finder.theme', { name: t(`theme.${each}`) }), () => chooseScheme(each)),
    ),
    action('keys', t('keys.title'), () => openOverlay('keys')),
    ...own.slice(-1),
  ];
}
