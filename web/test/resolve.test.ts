import { PAGE_ROLES, WMS_ROLES } from '@kuwei/contract/access';
import { ROLE_PREFIXES } from '@kuwei/contract/constants';
import { menuTree, NO_MENU_GRANTS, visibleMenu } from '@kuwei/contract/menu';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { SCREEN_NEEDS, SCREENS, type Screen } from '@kuwei/contract/screens';
import { FIRST_STEPS, type FirstStep } from '@kuwei/contract/sys/first-steps';
import type { Container } from '@kuwei/contract/wms/container';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chosenOrg, saveOrg } from '../src/api/org.ts';
import { pageRole, switchPageRole, usePageRole } from '../src/api/page-role.ts';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { passGuards, tokenGuard } from '../src/navigation/guards.ts';
import { ownerChain } from '../src/navigation/owner.ts';
import { pageKey } from '../src/navigation/page-key.ts';
import { resolve, viewer, activateRole } from '../src/navigation/resolve.ts';
import { registerScreens } from '../src/navigation/screens.ts';
import { statusOf } from '../src/navigation/status.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { screens } from '../src/screens.ts';
import { useUser } from '../src/session/user.ts';
import { useVersion } from '../src/session/version.ts';
import { nextStep, stepAddress } from '../src/sysbase/first-steps/places.ts';
import { containerEditSpec } from '../src/wms/container/container-edit.ts';
import { pair, startServer, type Scripted } from './_server.ts';

let server: Scripted;
const menu = menuTree(builtInMenu);
beforeAll(async () => {
  registerScreens(screens);
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  server.received.length = 0;
  usePageRole.setState({ pageRole: null });
  saveOrg(null);
  useVersion.setState({ menu, configs: new Map() });
});

const place = (address: string) => {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search: search && `?${search}`, hash: '' };
};
const person = (...codes: string[]): void => {
  saveTokens(pair('a') as never);
  useUser.setState({
    user: { id: 'u', name: '甲', username: 'a' } as never,
    roles: codes.map((code) => ({ code, powers: [] })),
    opened: NO_MENU_GRANTS,
  });
};
const to = (address: string) => resolve(place(address), null);

describe('[F-P1] each screen declares who may open it, whatever its prefix', () => {
  const people = [...PAGE_ROLES, ...Object.values(WMS_ROLES)].map((role) =>
    PAGE_ROLES.some((own) => own === role) ? [role] : ['ROLE_WAREHOUSE_ADMIN', role],
  );
  const addressOf = (screen: Screen): string => screen.replaceAll(/:\w+=(\w+)[^/]*/g, '$1').replaceAll(/:\w+/g, 'x');

  test.each(SCREENS.filter((screen) => typeof SCREEN_NEEDS[screen] !== 'string'))('%s', async (screen) => {
    for (const roles of people)
      for (const prefix of ROLE_PREFIXES) {
        person(...roles);
        usePageRole.setState({ pageRole: roles[0]! });
        const needs = SCREEN_NEEDS[screen] as readonly string[];
        const verdict = await passGuards(['access'], place(`/${prefix}/${addressOf(screen)}`), []);
        expect(verdict.kind, `${roles.join(' + ')} at /${prefix}`).toBe(
          roles.some((role) => needs.includes(role)) ? 'pass' : 'error',
        );
      }
  });

  test('a reviewer cannot open the form of a warehouse, nor a teacher that of a product', async () => {
    person('ROLE_WAREHOUSE_ADMIN', WMS_ROLES.inbound1);
    expect(await to('/def/wms/warehouse/edit')).toMatchObject({ kind: 'error', status: 403 });
    person('ROLE_TEACHER');
    usePageRole.setState({ pageRole: null });
    expect(await to('/supplier/wms/product/edit')).toMatchObject({ kind: 'error', status: 403 });
  });

  test('a user with several roles opens a screen outside the menu under one that permits it', async () => {
    person('ROLE_TEACHER', 'ROLE_WAREHOUSE_ADMIN', WMS_ROLES.box);
    usePageRole.setState({ pageRole: 'ROLE_TEACHER' });
    expect(await to('/def/wms/warehouse-box/labels')).toMatchObject({ kind: 'page', pageRole: 'ROLE_WAREHOUSE_ADMIN' });
  });
});

describe('guards', () => {
  test('[S6.29, S6.32, S6.33] without a token every page leads to the sign-in, with the full path', async () => {
    expect(await to('/teacher/wms/product-space?q=1')).toEqual({
      kind: 'redirect',
      to: '/def/common/login?return_url=%2Fteacher%2Fwms%2Fproduct-space%3Fq%3D1',
    });
    expect(await to('/no/such/place')).toMatchObject({ kind: 'redirect' });
  });

  test('[S6.30] pages below common open without one; an unknown one is a 404 immediately', async () => {
    expect(await to('/teacher/common/login')).toMatchObject({ kind: 'page', match: { screen: 'common/login' } });
    expect(await to('/teacher/common/nothing')).toMatchObject({ kind: 'error', status: 404 });
  });

  test('[S6.31] a configured sign-in page is used, of this site or another; other values are ignored', async () => {
    const guard = (login: string) => {
      useVersion.setState({ configs: new Map([['YCT_SYSTEM_LOGIN_URL', login]]) });
      return tokenGuard(place('/teacher/x'), []);
    };
    expect(await guard('https://sso.example/in?app=1')).toEqual({
      kind: 'leave',
      to: 'https://sso.example/in?app=1&return_url=%2Fteacher%2Fx',
    });
    expect(await guard('/def/common/login/sso')).toEqual({
      kind: 'redirect',
      to: '/def/common/login/sso?return_url=%2Fteacher%2Fx',
    });
    for (const bad of ['javascript:alert(1)', '//evil.example', '']) {
      expect(await guard(bad)).toEqual({ kind: 'redirect', to: '/def/common/login?return_url=%2Fteacher%2Fx' });
    }
  });

  test('[S8.03] an unregistered guard is an error 500 that names it', async () => {
    expect(await passGuards(['access', 'unregistered'], place('/def/x'), [])).toEqual({
      kind: 'error',
      status: 500,
      message: 'Unknown middleware unregistered',
    });
    expect(await passGuards(['constructor'], place('/def/x'), [])).toMatchObject({ message: 'Unknown middleware constructor' });
  });

  test("[S6.11] a page missing from the user's menu does not open by address either", async () => {
    person('ROLE_WAREHOUSE_ADMIN');
    usePageRole.setState({ pageRole: 'ROLE_WAREHOUSE_ADMIN' });
    const owner = ownerChain(menu, '/admin/wms/statistics', null);
    expect(await passGuards(['access'], place('/admin/wms/statistics'), owner)).toMatchObject({ kind: 'error', status: 403 });
    person('ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_STATISTIC');
    expect(await passGuards(['access'], place('/admin/wms/statistics'), owner)).toEqual({ kind: 'pass' });
  });

  test('a reviewer opens the document that a workflow asks about without the menu item of its list', async () => {
    const documents = [
      '/admin/wms/after-sales/audit-button?id=x',
      '/admin/wms/transaction/inbound/edit?id=x',
      '/admin/wms/transaction/outbound/edit?id=x',
      '/admin/wms/transaction/move/edit?id=x',
      '/admin/wms/transaction/audit-button?id=x',
      '/admin/wms/inventory/edit?id=x',
    ];
    for (const role of [WMS_ROLES.inbound2, WMS_ROLES.outbound2]) {
      person('ROLE_WAREHOUSE_ADMIN', role);
      for (const address of documents)
        expect(await to(address), `${role} ${address}`).toMatchObject({ kind: 'page', pageRole: 'ROLE_WAREHOUSE_ADMIN' });
      // The list, and a form without a document, still need it.
      expect(await to('/admin/wms/after-sales')).toMatchObject({ kind: 'error', status: 403 });
    }
    expect(await to('/admin/wms/transaction/inbound/edit')).toMatchObject({ kind: 'error', status: 403 });
  });

  test('[S8.01] an unknown address is a 404 with its text', async () => {
    person('ROLE_TEACHER');
    expect(await to('/def/nowhere')).toMatchObject({ kind: 'error', status: 404, message: 'This page could not be found' });
  });

  test('[S2.181] with an empty menu the start page says so instead of redirecting endlessly', async () => {
    person('ROLE_TEACHER');
    useVersion.setState({ menu: [] });
    expect(await to('/')).toMatchObject({ kind: 'nothing' });
    expect(await to('/teacher')).toMatchObject({ kind: 'nothing' });
  });

  test('the root of a role leads to its first item, even while another page role is active', async () => {
    person('ROLE_TEACHER', 'ROLE_STAFF');
    usePageRole.setState({ pageRole: 'ROLE_TEACHER' });
    expect(await to('/staff')).toEqual({ kind: 'redirect', to: '/staff/wms/transaction/inbound' });
  });
});

describe('[F-3N16] setup guide of a new installation', () => {
  const answer = (open: boolean): void => {
    queryClient.clear();
    const steps = FIRST_STEPS.map((code) => ({ code, done: code === 'SITE', skipped: false, waiting: 0 }));
    server.answer(() => ({ body: { open, closed: !open, steps } }));
  };
  const asked = () => server.to('/api/sys/first-steps').length;

  test('administrators start on it while it is open, and on their menu once it is finished or unavailable', async () => {
    person('ROLE_ADMIN');
    answer(true);
    expect(await to('/')).toEqual({ kind: 'redirect', to: '/def/sysbase/first-steps' });
    expect(await to('/mg')).toMatchObject({ kind: 'redirect', to: expect.stringMatching(/^\/mg\//) as string });
    answer(false);
    expect(await to('/')).toMatchObject({ kind: 'redirect', to: expect.not.stringMatching('first-steps') as string });
    queryClient.clear();
    server.answer(() => ({ status: 500 }));
    expect(await to('/')).toMatchObject({ kind: 'redirect', to: expect.not.stringMatching('first-steps') as string });
  });

  test('the guide is not requested for other users, or while impersonating an administrator', async () => {
    answer(true);
    person('ROLE_TEACHER');
    await to('/');
    person('ROLE_ADMIN');
    useUser.setState(({ user }) => ({ user: { ...user!, authProxyUser: { id: 'p', name: '乙' } as never } }));
    await to('/');
    expect(asked()).toBe(0);
  });

  test('the next step is the first neither done nor skipped, on the page of its pending records', () => {
    const step = (code: FirstStep, done: boolean, waiting = 0) => ({ code, done, skipped: code === 'WAREHOUSE', waiting });
    const steps = [step('SITE', true), step('WAREHOUSE', false), step('PRODUCTS', false, 2), step('ORGS', false)];
    const next = nextStep({ open: true, closed: false, steps })!;
    expect([next.code, stepAddress(next)]).toEqual(['PRODUCTS', '/admin/wms/product?state=DRAFT']);
    expect(stepAddress({ ...next, waiting: 0 })).toBe('/admin/wms/product/edit');
  });

  test('a new container with rows and columns opens the dialog that creates its boxes', () => {
    const after = (rows: number, cols: number) => containerEditSpec.after!({ id: 'c', rows, cols } as Container);
    expect(after(4, 5)).toBe('/admin/wms/container?at=c&generate=1');
    expect(after(1, 1)).toBe('/admin/wms/container?at=c');
  });
});

describe('research group', () => {
  const lab = (id: string) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    code: id,
    name: `组${id}`,
    type: 'LAB',
    relation: 'MEMBER',
    selected: false,
  });
  const group = (address: string) => passGuards(['group'], place(address), []);
  const answer = (...orgs: unknown[]): void =>
    server.answer(({ path, body }) => ({
      body: path.endsWith('by-me')
        ? orgs
        : orgs.find((org) => (org as { id: string }).id === (JSON.parse(body) as { orgId: string }).orgId),
    }));
  beforeEach(() => person('ROLE_TEACHER'));

  test('[S6.34, S6.35, S9.24] the only group of type LAB is selected automatically', async () => {
    answer({ ...lab('9'), type: 'SUPPLIER' }, lab('1'));
    expect(await group('/teacher/wms/product-space')).toEqual({ kind: 'pass' });
    expect(server.received.map(({ path }) => path.replace('/api', ''))).toEqual([
      orgRoutes.listMyOrgs.path,
      orgRoutes.switchOrg.path,
    ]);
    expect(chosenOrg()).toEqual({ id: lab('1').id, name: '组1', type: 'LAB' });
  });

  test('[S6.36] none or several lead to the choice, with the full path', async () => {
    const choice = { kind: 'redirect', to: '/def/wms/user/switchorg?return_url=%2Fteacher%2Fwms%2Fproduct-space%3Fq%3D1' };
    for (const orgs of [[], [lab('1'), lab('2')], [{ ...lab('1'), type: 'SUPPLIER' }]]) {
      answer(...orgs);
      expect(await group('/teacher/wms/product-space?q=1')).toEqual(choice);
    }
  });

  test('[S6.37] with a group selected, or elsewhere, nothing is fetched', async () => {
    expect(await group('/teacher/base/msg-inbox')).toEqual({ kind: 'pass' });
    expect(await group('/supplier/wms/product-space')).toEqual({ kind: 'pass' });
    saveOrg({ id: lab('1').id, name: '组1', type: 'LAB' });
    expect(await group('/teacher/wms/product-space')).toEqual({ kind: 'pass' });
    expect(server.received).toEqual([]);
  });
});

describe('page role', () => {
  /** The role active after navigating to an address, by the menu only. */
  const activeIn = (address: string): string | null => {
    activateRole(ownerChain(menu, address, null), address.split('?')[0]!);
    return pageRole();
  };
  const all = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN', 'ROLE_ADMIN'];

  test('[S4.11, S4.12, S4.13] entering a section of owners activates its role, on lists and edit screens alike', () => {
    person(...all);
    expect(activeIn('/teacher/wms/product-space')).toBe('ROLE_TEACHER');
    expect(activeIn('/supplier/wms/transaction/inbound/edit?id=1')).toBe('ROLE_SUPPLIER');
    expect(activeIn('/staff/wms/product-box/list')).toBe('ROLE_STAFF');
  });

  test('[S4.14] the four warehouse branches activate ROLE_WAREHOUSE_ADMIN', () => {
    person(...all);
    for (const address of [
      '/admin/wms/statistics',
      '/admin/wms/product/edit',
      '/admin/wms/after-sales',
      '/admin/wms/inventory',
    ]) {
      switchPageRole('ROLE_TEACHER', useUser.getState().roles);
      expect(activeIn(address), address).toBe('ROLE_WAREHOUSE_ADMIN');
    }
  });

  test('[S4.15] users, system and permissions activate ROLE_ADMIN; permissions only for those who hold it', () => {
    person(...all);
    for (const address of ['/mg/user/mg', '/def/sysbase/dic', '/def/power/role']) {
      switchPageRole('ROLE_TEACHER', useUser.getState().roles);
      expect(activeIn(address), address).toBe('ROLE_ADMIN');
    }
    person('ROLE_TEACHER', 'ROLE_WITH_POWERS');
    switchPageRole('ROLE_TEACHER', useUser.getState().roles);
    expect(activeIn('/def/power/role')).toBe('ROLE_TEACHER');
  });

  test('[S5.25] a branch whose role is not held leaves none active', () => {
    person('ROLE_TEACHER');
    switchPageRole('ROLE_TEACHER', useUser.getState().roles);
    expect(activeIn('/staff/wms/product-space')).toBeNull();
  });

  test('[S4.16] the menu is filtered by the active role', () => {
    person(...all);
    const seen = (): string[] =>
      visibleMenu(menu, { ...viewer(), opens: () => true })
        .filter((head) => head.subs.length > 0)
        .map((head) => head.code);
    activeIn('/teacher/wms/product-space');
    expect(seen()).toEqual(['teacher', 'power']);
    activeIn('/mg/user/mg');
    expect(seen()).toEqual(['user', 'power', 'system']);
  });

  /** The role active after resolving an address. */
  const activeAt = async (address: string): Promise<string | null> => {
    await to(address);
    return pageRole();
  };

  test('[S4.17] an address outside every branch restores the role it was used with', async () => {
    person('ROLE_TEACHER', 'ROLE_STAFF');
    switchPageRole('ROLE_STAFF', useUser.getState().roles);
    expect(await activeAt('/def/wms/user/switchorg')).toBe('ROLE_STAFF');
    switchPageRole('ROLE_TEACHER', useUser.getState().roles);
    expect(await activeAt('/def/wms/user/switchorg')).toBe('ROLE_STAFF');
  });
});

describe('tab of an address', () => {
  const owner = (address: string, current: string | null = null): string | undefined =>
    ownerChain(menu, address, current).at(-1)?.code;

  test('its own item, one whose pattern matches, else that of the parent path', () => {
    expect(owner('/admin/wms/product/edit?id=1')).toBe('basic.product');
    expect(owner('/teacher/wms/transaction/inbound/edit')).toBe('teacher.inbound');
    expect(owner('/teacher/wms/product-box/edit?id=1')).toBe('teacher.stock');
    expect(owner('/def/power/rule/USER/WMS_ORG/edit')).toBe('power.rule');
    expect(owner('/def/nowhere')).toBeUndefined();
  });

  test('of two lists with one path, the one whose tab is in front', () => {
    expect(owner('/admin/wms/transaction/inbound/edit?id=1')).toBe('warehouse.inbound');
    expect(owner('/admin/wms/transaction/inbound/edit?id=1', 'warehouse.putaway')).toBe('warehouse.putaway');
  });

  test('of two lists with one path, the one that the user may open', () => {
    person('ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_PBOX');
    expect(owner('/admin/wms/transaction/inbound/editbox?id=1')).toBe('warehouse.putaway');
    person('ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_INBOUND_01');
    expect(owner('/admin/wms/transaction/inbound/edit?id=1', 'warehouse.putaway')).toBe('warehouse.inbound');
  });

  test('path, record and menu item identify a page; filters are its state', () => {
    expect(pageKey('/a/edit', '?id=1&tab=2', undefined)).toBe('/a/edit?id=1');
    expect(pageKey('/a', '?q=acid', { url: '/a' })).toBe('/a');
    expect(pageKey('/a', '?q=1&task=execute', { url: '/a?task=execute' })).toBe('/a?task=execute');
    // The item's filter can be cleared without making it another page.
    expect(pageKey('/a', '', { url: '/a?task=execute' })).toBe('/a?task=execute');
    expect(pageKey('/a', '?task=review', { url: '/a?task=execute' })).toBe('/a?task=review');
  });
});

test('[S8.06] an error page shows statusCode, else status, else that of the response, else 500', () => {
  expect(statusOf({ statusCode: 418, status: 404 })).toBe(418);
  expect(statusOf({ status: 404, response: { status: 403 } })).toBe(404);
  expect(statusOf({ response: { status: 403 } })).toBe(403);
  expect([statusOf(new Error('x')), statusOf(null), statusOf({ status: 0 })]).toEqual([500, 500, 500]);
});
