// Resolved pages and their layout: while a step is pending, and after rights have changed.
import { WMS_ROLES } from '@kuwei/contract/access';
import { menuTree, NO_MENU_GRANTS } from '@kuwei/contract/menu';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveTokens } from '../src/api/tokens.ts';
import { usePageRole } from '../src/api/page-role.ts';
import { history } from '../src/browser/history.ts';
import { CHANGE_PASSWORD, SECOND_FACTOR } from '../src/navigation/addresses.ts';
import { registerScreens } from '../src/navigation/screens.ts';
import { followAddress, useNav } from '../src/page/nav.ts';
import { forgetPages, setDirty, usePages } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { screens } from '../src/screens.ts';
import { forgetUser, useUser } from '../src/session/user.ts';
import { useVersion } from '../src/session/version.ts';
import { layoutOf } from '../src/shell/layout.ts';
import { pair, startServer, type Scripted } from './_server.ts';

const PRODUCTS = '/admin/wms/product';
const KEEPER = ['ROLE_WAREHOUSE_ADMIN', WMS_ROLES.product];

let server: Scripted;
beforeAll(async () => {
  registerScreens(screens);
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  sessionStorage.clear();
  forgetPages();
  usePageRole.setState({ pageRole: null });
  useVersion.setState({ menu: menuTree(builtInMenu), configs: new Map() });
  saveTokens(pair('a') as never);
});

/** @param due pending steps */
const person = (codes: readonly string[], due: { mustRenew?: boolean; mustSetUpSecondFactor?: boolean } = {}): void =>
  useUser.setState({
    user: { id: 'u', name: '甲', username: 'a', mustRenew: false, mustSetUpSecondFactor: false, ...due } as never,
    roles: codes.map((code) => ({ code, powers: [] })),
    opened: NO_MENU_GRANTS,
  });

async function shownAt(address: string) {
  history.replace(address);
  await followAddress();
  return useNav.getState().shown;
}

test('[F-3N11] a page closed by a change of rights keeps menu, tabs and input, including its own tab', async () => {
  person(KEEPER);
  const page = await shownAt(`${PRODUCTS}/edit`);
  if (page.kind !== 'page') throw new Error(`it is ${page.kind}`);
  setDirty(page.key, true);
  person(['ROLE_TEACHER']);
  const lost = await shownAt(`${PRODUCTS}/edit`);
  expect(lost).toMatchObject({ kind: 'error', status: 403, lost: page.key });
  expect(layoutOf(lost, false)).toBe('default');
  const { tabs, activeTab, dirty } = usePages.getState();
  expect(tabs.map(({ routeName }) => routeName)).toEqual([activeTab]);
  expect([...dirty]).toEqual([page.key]);
  // An address that was never open is still forbidden.
  const never = await shownAt(`${PRODUCTS}/edit?id=0198c3a0-0000-7000-8000-000000000001`);
  expect(never).toMatchObject({ kind: 'error', status: 403, lost: null });
  expect(layoutOf(never, false)).toBe('easy');
  person(KEEPER);
  expect(await shownAt(`${PRODUCTS}/edit`)).toMatchObject({ kind: 'page', key: page.key });
});

test('[F-3N17] while a password change or second-factor setup is pending there are no menu and tabs', async () => {
  for (const due of [{ mustRenew: true }, { mustSetUpSecondFactor: true }]) {
    person(['ROLE_TEACHER'], due);
    const asked = await shownAt(due.mustRenew ? CHANGE_PASSWORD : SECOND_FACTOR);
    expect(asked.kind).toBe('page');
    expect(layoutOf(asked, true)).toBe('easy');
    expect(layoutOf(asked, false)).toBe('default');
  }
});

test('an address whose request is lost is resolved again at once, and then after pauses', async () => {
  forgetUser();
  const WHO = '/api/auth/biz/user/by-me';
  const asked = (): number => server.to(WHO).length;
  let isCut = true;
  server.answer(({ path }) => {
    if (isCut && path === WHO) server.server.closeAllConnections();
    return {};
  });
  const before = asked();
  expect(await shownAt(PRODUCTS)).toMatchObject({ kind: 'error' });
  await expect.poll(() => asked() - before).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked() - before).toBe(2);
  isCut = false;
});
