import { describe, expect, test } from 'vitest';
import { allowed, WMS_ROLES } from '../src/access.ts';
import { builtInMenu } from '../src/menu-data.ts';
import { branchPageRole, closedBranch, firstUrl, menuPath, menuTree, visibleMenu, type MenuNode } from '../src/menu.ts';
import type { MenuItem } from '../src/sys/version.ts';

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
const everywhere = { roles: [role('ROLE_TEACHER')], pageRole: 'ROLE_TEACHER', opens: () => true };
const codes = (nodes: readonly MenuNode[]): string[] => nodes.map((node) => node.code);
const chain = (menu: readonly MenuNode[], address: string): string[] => codes(menuPath(menu, address));
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

  test('[S2.187] an item with an unknown parent, or in a ring of parents, stands at the top', () => {
    expect(codes(menuTree([item('a'), item('lost', { idParent: 'gone' })]))).toEqual(['a', 'lost']);
    expect(codes(menuTree([item('x', { idParent: 'y' }), item('y', { idParent: 'x' })])).length).toBeGreaterThan(0);
  });

  test('whoever reviews transfers opens their list and their pages', () => {
    for (const address of ['/admin/wms/transaction/move', '/admin/wms/transaction/move?waiting=true']) {
      const owner = menuPath(builtIn, address);
      for (const code of [WMS_ROLES.outbound1, WMS_ROLES.outbound2, WMS_ROLES.box])
        expect(owner.every((node) => allowed(node.role, [role('ROLE_WAREHOUSE_ADMIN'), role(code)]))).toBe(true);
      expect(owner.every((node) => allowed(node.role, [role('ROLE_WAREHOUSE_ADMIN'), role(WMS_ROLES.product)]))).toBe(false);
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
      'other',
    ]);
  });
});

describe('matching an address', () => {
  test('[S3.05] urlExp is a list of expressions, any of which takes an address for the item', () => {
    const menu = menuTree([item('p', { urlExp: '["^/admin/x/.*","^/admin/y$"]' })]);
    expect(chain(menu, '/admin/x/edit')).toEqual(['p']);
    expect(chain(menu, '/admin/y')).toEqual(['p']);
    expect(chain(menu, '/admin/yy')).toEqual([]);
  });

  test('[S2.34] the product item also takes what stands below it, and not its neighbours', () => {
    expect(chain(builtIn, '/admin/wms/product')).toEqual(['basic', 'basic.product']);
    expect(chain(builtIn, '/admin/wms/product/edit?id=1')).toEqual(['basic', 'basic.product']);
    expect(chain(builtIn, '/admin/wms/product-box/list')).toEqual(['warehouse', 'warehouse.productBox']);
    expect(chain(builtIn, '/admin/wms/product-space')).toEqual(['warehouse', 'warehouse.space']);
  });

  test('of two items with one path, the one whose query the address carries goes first', () => {
    expect(chain(builtIn, '/admin/wms/transaction/inbound')).toEqual(['warehouse', 'warehouse.inbound']);
    expect(chain(builtIn, '/admin/wms/transaction/inbound?task=execute&q=1')).toEqual(['warehouse', 'warehouse.putaway']);
  });

  test('[S3.06] malformed lists count as empty and are reported, the rest of the menu stays', () => {
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
  test('[S6.05] an item needs its role', () => {
    const menu = menuTree([item('a', { role: '["ROLE_ADMIN"]' }), item('b', { role: '["ROLE_TEACHER"]' })]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['b']);
  });

  test('[S6.06] an item that lists page roles needs the current one among them', () => {
    const menu = menuTree([item('a', { pageRole: '["ROLE_STAFF"]' }), item('b', { pageRole: '["ROLE_TEACHER"]' }), item('c')]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['b', 'c']);
    expect(codes(visibleMenu(menu, { ...everywhere, pageRole: null }))).toEqual(['c']);
  });

  test('[S6.07] a parent without address goes when none of its children is visible', () => {
    const hidden = item('child', { idParent: 'head', role: '["ROLE_ADMIN"]' });
    expect(visibleMenu(menuTree([item('head', { url: null }), hidden]), everywhere)).toEqual([]);
    expect(codes(visibleMenu(menuTree([item('head'), hidden]), everywhere))).toEqual(['head']);
  });

  test('[S3.10, S3.11] keepalive and show are true when left out; show false is not drawn, its address still matches', () => {
    const menu = menuTree([item('a'), item('b', { show: false, keepalive: false })]);
    expect(menu.map(({ keepalive, show }) => [keepalive, show])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(codes(visibleMenu(menu, everywhere))).toEqual(['a']);
    expect(chain(menu, '/admin/b')).toEqual(['b']);
  });

  test('an item without a screen is not drawn', () => {
    const menu = menuTree([item('a'), item('b')]);
    expect(codes(visibleMenu(menu, { ...everywhere, opens: (url) => url === '/admin/b' }))).toEqual(['b']);
  });

  test('a branch of another page role shows its head only, and what opening it would show', () => {
    const person = { roles: [role('ROLE_TEACHER'), role('ROLE_STAFF')], pageRole: 'ROLE_TEACHER', opens: () => true };
    const [teacher, staff] = visibleMenu(builtIn, person);
    expect(teacher!.subs).toHaveLength(5);
    expect(staff!.code).toBe('staff');
    expect(staff!.subs).toEqual([]);
    expect(closedBranch(builtIn[2]!, person)).toHaveLength(5);
    expect(closedBranch(builtIn[1]!, person)).toEqual([]);
  });

  test('the first address is found depth first', () => {
    expect(firstUrl(visibleMenu(builtIn, everywhere))).toBe('/teacher/wms/transaction/inbound');
    expect(firstUrl([])).toBeNull();
  });
});

test('the page role of a branch comes from its head, else from the page roles its items list', () => {
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
