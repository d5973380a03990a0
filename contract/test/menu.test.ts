import { describe, expect, test } from 'vitest';
import { WMS_ROLES } from '../src/kit/access.ts';
import { builtInMenu } from '../src/kit/menu-data.ts';
import {
  itemsRevealedBy,
  branchPageRole,
  firstUrl,
  isItemOpen,
  menuTree,
  listGrantedItems,
  ownerChain,
  visibleMenu,
  type MenuNode,
  type MenuGrants,
} from '../src/kit/menu.ts';
import { opensScreen } from '../src/kit/screens.ts';
import type { MenuItem } from '../src/kit/menu-item.ts';

const item = (id: string, rest: Partial<MenuItem> = {}): MenuItem => ({
  id,
  idParent: null,
  code: id,
  name: id,
  nameTag: null,
  url: `/admin/${id}`,
  urlExp: '[]',
  role: '[]',
  pageRole: '[]',
  icon: null,
  ...rest,
});
const role = (code: string) => ({ code, powers: [] });
const NO_RULES: ReadonlySet<string> = new Set();
const anonymousViewer = { roles: [], opened: NO_RULES };
const everywhere = { roles: [role('ROLE_TEACHER')], opened: NO_RULES, pageRole: 'ROLE_TEACHER', opens: () => true };
const codes = (nodes: readonly MenuNode[]): string[] => nodes.map((node) => node.code);
const chain = (menu: readonly MenuNode[], address: string): string[] => codes(ownerChain(menu, anonymousViewer, address, null));
const builtIn = menuTree(builtInMenu);

describe('tree', () => {
  test('[S2.187, S3.09] parents are found by id, siblings keep the order delivered', () => {
    const tree = menuTree([item('b'), item('a'), item('b2', { idParent: 'b' }), item('b1', { idParent: 'b' })]);
    expect(codes(tree)).toEqual(['b', 'a']);
    expect(codes(tree[0]!.subs)).toEqual(['b2', 'b1']);
  });

  test('[S2.185] items nest to any depth, children may come before their parents', () => {
    const deep = Array.from({ length: 12 }, (_, depth) => item(`d${depth}`, { idParent: depth === 0 ? null : `d${depth - 1}` }));
    let level = menuTree(deep.reverse());
    for (let depth = 0; depth < 12; depth++) {
      expect(codes(level)).toEqual([`d${depth}`]);
      level = level[0]!.subs;
    }
  });

  test('[S2.187] an item with an unknown parent, or in a cycle of parents, becomes top-level', () => {
    expect(codes(menuTree([item('a'), item('lost', { idParent: 'gone' })]))).toEqual(['a', 'lost']);
    expect(codes(menuTree([item('x', { idParent: 'y' }), item('y', { idParent: 'x' })])).length).toBeGreaterThan(0);
  });

  test('reviewers of transfers can open their list and its pages', () => {
    for (const address of ['/admin/wms/transaction/move', '/admin/wms/transaction/move?waiting=true']) {
      const owner = ownerChain(builtIn, anonymousViewer, address, null);
      const opens = (...held: string[]): boolean => isItemOpen(owner, { roles: held.map(role), opened: NO_RULES });
      for (const code of [WMS_ROLES.outbound1, WMS_ROLES.outbound2, WMS_ROLES.box])
        expect(opens('ROLE_WAREHOUSE_ADMIN', code)).toBe(true);
      expect(opens('ROLE_WAREHOUSE_ADMIN', WMS_ROLES.product)).toBe(false);
    }
  });

  test('[S2.53] the built-in menu has its sections in their order', () => {
    expect(codes(builtIn)).toEqual([
      'teacher',
      'supplier',
      'staff',
      'warehouse',
      'basic',
      'afterSales',
      'inventory',
      'user',
      'power',
      'system',
      'approval',
      'reports',
      'counting',
      'other',
    ]);
  });
});

describe('matching an address', () => {
  test('[S3.05] any expression of urlExp matches an address to the item', () => {
    const menu = menuTree([item('p', { urlExp: '["^/admin/x/.*","^/admin/y$"]' })]);
    expect(chain(menu, '/admin/x/edit')).toEqual(['p']);
    expect(chain(menu, '/admin/y')).toEqual(['p']);
    expect(chain(menu, '/admin/yy')).toEqual([]);
  });

  test('[S2.34] the product item also matches addresses below it, but not its neighbours', () => {
    expect(chain(builtIn, '/admin/wms/product')).toEqual(['basic', 'basic.product']);
    expect(chain(builtIn, '/admin/wms/product/edit?id=1')).toEqual(['basic', 'basic.product']);
    expect(chain(builtIn, '/admin/wms/product-box/list')).toEqual(['warehouse', 'warehouse.productBox']);
    expect(chain(builtIn, '/admin/wms/product-space')).toEqual(['warehouse', 'warehouse.space']);
  });

  test('an item whose query was cleared keeps its page, unless another item has that address', () => {
    const rules = item('rules', { url: '/a/rules?model=select' });
    const at = (items: MenuItem[], address: string) => chain(menuTree(items), address);
    expect(at([rules], '/a/rules')).toEqual(['rules']);
    expect(at([rules], '/a/rules?page=2')).toEqual(['rules']);
    expect(at([rules, item('all', { url: '/a/rules' })], '/a/rules')).toEqual(['all']);
    expect(at([rules], '/a/rules?model=tree')).toEqual([]);
  });

  test('of two items with the same path, the one with a matching query wins', () => {
    expect(chain(builtIn, '/admin/wms/transaction/inbound')).toEqual(['warehouse', 'warehouse.inbound']);
    expect(chain(builtIn, '/admin/wms/transaction/inbound?task=execute&q=1')).toEqual(['warehouse', 'warehouse.putaway']);
  });

  test('[S3.06] malformed lists count as empty and are reported, the rest of the menu is unaffected', () => {
    const faults: string[] = [];
    const menu = menuTree(
      [item('a', { urlExp: '["("]', role: '{', pageRole: '"ROLE_TEACHER"' }), item('b', { role: '[1]', urlExp: '' }), item('c')],
      (broken, field) => faults.push(`${broken.code} ${field}`),
    );
    expect(faults.sort()).toEqual(['a pageRole', 'a role', 'a urlExp', 'b role']);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['a', 'b', 'c']);
  });
});

describe('visibility', () => {
  test('[S6.05] an item requires its role', () => {
    const menu = menuTree([item('a', { role: '["ROLE_ADMIN"]' }), item('b', { role: '["ROLE_TEACHER"]' })]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['b']);
  });

  test('[S6.06] an item that lists page roles requires one of them to be active', () => {
    const menu = menuTree([item('a', { pageRole: '["ROLE_STAFF"]' }), item('b', { pageRole: '["ROLE_TEACHER"]' }), item('c')]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['b', 'c']);
    expect(codes(visibleMenu(menu, { ...everywhere, pageRole: null }))).toEqual(['c']);
  });

  test('[S6.07] a parent without address is dropped if none of its children is visible', () => {
    const hidden = item('child', { idParent: 'head', role: '["ROLE_ADMIN"]' });
    expect(visibleMenu(menuTree([item('head', { url: null }), hidden]), everywhere)).toEqual([]);
    expect(codes(visibleMenu(menuTree([item('head'), hidden]), everywhere))).toEqual(['head']);
  });

  test('[S3.10, S3.11] keepalive and show default to true; items with show false are hidden, but still match their address', () => {
    const menu = menuTree([item('a'), item('b', { show: false, keepalive: false })]);
    expect(menu.map(({ keepalive, show }) => [keepalive, show])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['a']);
    expect(chain(menu, '/admin/b')).toEqual(['b']);
  });

  test('an item without a screen is hidden', () => {
    const menu = menuTree([item('a'), item('b')]);
    expect(codes(visibleMenu(menu, { ...everywhere, opens: (url) => url === '/admin/b' }))).toEqual(['b']);
  });

  test('a branch of another page role shows only its head, and what opening it would reveal', () => {
    const person = {
      ...everywhere,
      roles: [role('ROLE_TEACHER'), role('ROLE_STAFF')],
      pageRole: 'ROLE_TEACHER',
      opens: () => true,
    };
    const [teacher, staff] = visibleMenu(builtIn, person);
    expect(teacher!.subs).toHaveLength(11);
    expect(staff!.code).toBe('staff');
    expect(staff!.subs).toEqual([]);
    expect(itemsRevealedBy(builtIn, staff!, person)).toHaveLength(11);
    expect(itemsRevealedBy(builtIn, teacher!, person)).toEqual([]);
    expect(itemsRevealedBy(builtIn, builtIn[1]!, person)).toEqual([]);
  });

  test('a user with exactly what an entry requires finds it below its head', () => {
    const heads = builtIn.filter(({ show, subs }) => show && subs.length > 0);
    for (const head of heads)
      for (const { code, role: needs } of head.subs.filter(({ show }) => show))
        for (const need of needs) {
          const worn = branchPageRole(head)!;
          // A warehouse function role needs the page role of its branch; a power can be in a role of the site.
          const roles = need.startsWith('POWER_') ? [{ code: 'ROLE_X', powers: [{ code: need }] }] : [role(worn), role(need)];
          const pageRole = need.startsWith('POWER_') ? null : worn;
          const seen = visibleMenu(builtIn, { roles, opened: NO_RULES, pageRole, opens: opensScreen });
          expect(codes(seen.find((each) => each.code === head.code)?.subs ?? []), `${code} by ${need}`).toContain(code);
        }
  });

  test('the first address is found depth first', () => {
    expect(firstUrl(visibleMenu(builtIn, everywhere))).toBe('/teacher/wms/transaction/inbound');
    expect(firstUrl([])).toBeNull();
  });
});

describe('rules', () => {
  const ADMIN = '["ROLE_ADMIN"]';
  const menu = menuTree([
    item('free'),
    item('closed', { role: ADMIN }),
    item('mine', { idParent: 'closed', role: ADMIN }),
    item('theirs', { idParent: 'closed', role: ADMIN }),
    item('everybody', { idParent: 'closed' }),
    item('deep', { idParent: 'mine', role: ADMIN }),
    item('off', { idParent: 'closed', role: ADMIN, show: false }),
    item('below', { idParent: 'off', role: ADMIN }),
    item('other', { role: ADMIN, pageRole: '["ROLE_ADMIN"]' }),
  ]);
  const seen = (opened: Partial<MenuGrants>): [code: string, url: string | null][] => {
    const all = (nodes: readonly MenuNode[]): [string, string | null][] =>
      nodes.flatMap(({ code, url, subs }) => [[code, url], ...all(subs)]);
    const set = listGrantedItems(menu, { all: false, entries: [], trees: [], ...opened });
    return all(visibleMenu(menu, { ...everywhere, opened: set }));
  };
  const free: [string, string] = ['free', '/admin/free'];

  test('[S1.18] an item opened by a rule is visible below heads without address, and nothing else is', () => {
    expect(seen({})).toEqual([free]);
    expect(seen({ entries: ['mine'] })).toEqual([free, ['closed', null], ['mine', '/admin/mine']]);
    expect(seen({ entries: ['deep'] })).toEqual([free, ['closed', null], ['mine', null], ['deep', '/admin/deep']]);
    // Access to a head includes its unrestricted items.
    expect(seen({ entries: ['closed'] })).toEqual([free, ['closed', '/admin/closed'], ['everybody', '/admin/everybody']]);
  });

  test('[S1.18] a tree is an item with all its descendants, and all is every visible item', () => {
    const mine = [
      ['mine', '/admin/mine'],
      ['deep', '/admin/deep'],
    ];
    expect(seen({ trees: ['mine'] })).toEqual([free, ['closed', null], ...mine]);
    expect(seen({ all: true })).toEqual([
      free,
      ['closed', '/admin/closed'],
      ...mine,
      ['theirs', '/admin/theirs'],
      ['everybody', '/admin/everybody'],
    ]);
  });

  test('[S1.18] a rule opens nothing hidden or removed, and activates no page role', () => {
    expect(seen({ entries: ['off', 'below', 'gone', 'other'], trees: ['off'] })).toEqual([free]);
  });

  test('[S1.18] an item is not linked to a page that does not open, but to an external one', () => {
    const two = menuTree([item('a', { role: ADMIN }), item('b', { role: ADMIN, url: 'https://example.edu/' })]);
    const opened = listGrantedItems(two, { all: true, entries: [], trees: [] });
    expect(codes(visibleMenu(two, { ...everywhere, opened, opens: () => false }))).toEqual(['b']);
  });

  test('[S1.18] an item opened by a rule owns its page, even if an inaccessible item has the same address', () => {
    const two = menuTree([
      item('a', { role: ADMIN, url: '/admin/x' }),
      item('b', { role: ADMIN, url: '/admin/x' }),
      item('c', { idParent: 'b' }),
    ]);
    const holder = { ...everywhere, opened: new Set(['b']) };
    const owner = ownerChain(two, holder, '/admin/x', null);
    expect([codes(owner), isItemOpen(owner, holder)]).toEqual([['b'], true]);
    expect(isItemOpen(ownerChain(two, everywhere, '/admin/x', null), everywhere)).toBe(false);
  });
});

test('the page role of a branch is that of its head, or follows from its items', () => {
  expect(builtIn.map(branchPageRole).slice(0, 10)).toEqual([
    'ROLE_TEACHER',
    'ROLE_SUPPLIER',
    'ROLE_STAFF',
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_ADMIN',
    'ROLE_ADMIN',
    'ROLE_ADMIN',
  ]);
  const own = menuTree([
    item('mine', { url: null }),
    item('sub', { idParent: 'mine', pageRole: '["ROLE_STAFF"]' }),
    item('free'),
  ]);
  expect(own.map(branchPageRole)).toEqual(['ROLE_STAFF', null]);
});
