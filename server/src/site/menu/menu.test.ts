import { APP_ID } from '@kuwei/contract/constants';
import { menuTree, visibleMenu, type MenuNode } from '@kuwei/contract/menu';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { opensScreen } from '@kuwei/contract/screens';
import { accountRoutes } from '@kuwei/contract/auth/account';
import {
  MENU_DEPTH_MAX,
  MENU_ENTRIES_MAX,
  menuForm,
  menuRoutes,
  type MenuEntry,
  type MenuFile,
  type MenuForm,
} from '@kuwei/contract/sys/menu';
import type { MenuItem } from '@kuwei/contract/menu-item';
import type { VersionInfo } from '@kuwei/contract/sys/version';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { mergeMenu, findMoved, type StoredMenuRow } from '../../platform/menu/merge.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
/** Undoes menu changes of each test. */
afterEach(async () => admin.call(menuRoutes.restoreMenu, { body: { rev: (await list()).rev } }));
afterAll(() => world.end());

const form = (code: string, more: Partial<MenuForm> = {}): MenuForm =>
  menuForm.parse({ code, name: `菜单 ${code}`, nameEn: `Entry ${code}`, url: '/def/base/msg-inbox', ...more });
const create = (code: string, more: Partial<MenuForm> = {}) => admin.call(menuRoutes.createMenuEntry, { body: form(code, more) });
const list = async () => (await admin.call(menuRoutes.listMenu)).data;
const one = async (id: string): Promise<MenuEntry> => (await admin.call(menuRoutes.getMenuEntry, { params: { id } })).data;
const FIELDS = Object.keys(menuForm.shape) as (keyof MenuForm)[];
const formOf = (entry: MenuEntry) => Object.fromEntries(FIELDS.map((field) => [field, entry[field]])) as unknown as MenuForm;
const change = async (id: string, more: Partial<MenuForm>) => {
  const entry = await one(id);
  return admin.call(menuRoutes.updateMenuEntry, { params: { id }, body: { ...formOf(entry), ...more, rev: entry.rev } });
};
const move = async (id: string, parentId: string | null, after: string | null) =>
  admin.call(menuRoutes.moveMenuEntry, { params: { id }, body: { parentId, after, rev: (await one(id)).rev } });
const below = async (parentId: string | null): Promise<string[]> =>
  (await list()).entries.filter((entry) => entry.parentId === parentId).map(({ code }) => code);
const delivered = async (from = world): Promise<MenuItem[]> =>
  (await from.app.inject({ url: `/api/basic/sys/version/${APP_ID}/pub` })).json<VersionInfo>().menus;
const file = async (): Promise<MenuFile> => JSON.parse((await admin.call(menuRoutes.exportMenu)).raw.toString()) as MenuFile;
const fieldsOf = (error: { data: { fields?: { path: string }[] } | null }) => error.data?.fields?.map(({ path }) => path);
const seenBy = async (role: string): Promise<string[]> => {
  const roles = [{ code: role, powers: [] }];
  const codes = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ code, subs }) => [code, ...codes(subs)]);
  return codes(visibleMenu(menuTree(await delivered()), { roles, opened: new Set(), pageRole: role, opens: opensScreen }));
};

test('[S2.113, S3.44] an unchanged menu is the shipped one, without stored rows', async () => {
  expect(await delivered()).toEqual(builtInMenu);
  const { entries, rev } = await list();
  expect(rev).toBe(1);
  expect(entries.map(({ id }) => id)).toEqual(builtInMenu.map(({ id }) => id));
  expect(entries.filter(({ changed, shipped }) => changed.length > 0 || shipped === null)).toEqual([]);
  const { rows } = await sql<{ id: string }>`select id from sys_menu`.execute(world.services.db);
  expect(rows).toEqual([{ id: '' }]);
});

test('[S2.113, S2.114] an entry is added, changed, moved, hidden and deleted, and consoles get each change', async () => {
  const { data: made } = await create('site.help', {
    parentId: 'teacher',
    url: 'https://help.example.edu/wms',
    role: ['ROLE_TEACHER'],
  });
  expect(made).toMatchObject({ shipped: null, rev: 1, parentId: 'teacher', updatedBy: '系统管理员' });
  expect((await below('teacher')).at(-1)).toBe('site.help');
  expect(await delivered()).toContainEqual(
    expect.objectContaining({ id: made.id, code: 'site.help', nameEn: 'Entry site.help', url: 'https://help.example.edu/wms' }),
  );
  const changed = await change(made.id, { name: '帮助', icon: 'basic' });
  expect(changed.data).toMatchObject({ name: '帮助', icon: 'basic', rev: 2 });
  const stale = await admin.call(menuRoutes.updateMenuEntry, { params: { id: made.id }, body: { ...formOf(made), rev: 1 } });
  expect(stale.error.code).toBe('STALE');

  expect((await move(made.id, 'teacher', null)).status).toBe(200);
  expect((await below('teacher'))[0]).toBe('site.help');
  expect((await move(made.id, null, 'staff')).status).toBe(200);
  const top = await below(null);
  expect(top[top.indexOf('staff') + 1]).toBe('site.help');
  expect((await delivered()).find(({ code }) => code === 'site.help')?.idParent).toBeNull();
  // The neighbour has moved away.
  expect((await move('teacher.stock', 'teacher', made.id)).error.code).toBe('STALE');

  expect((await change(made.id, { show: false })).status).toBe(200);
  expect(await seenBy('ROLE_TEACHER')).not.toContain('site.help');
  const { rows } = await sql<{ change: Record<string, unknown> }>`
    select change from sys_log where entity = 'sys_menu' and entity_id = ${made.id} order by id`.execute(world.services.db);
  expect(rows.map((row) => Object.keys(row.change)).at(-1)).toEqual(['show']);
  expect(rows.at(-1)!.change['show']).toEqual([true, false]);

  expect((await admin.call(menuRoutes.deleteMenuEntry, { params: { id: made.id } })).status).toBe(200);
  expect(await delivered()).toEqual(builtInMenu);
  expect((await admin.call(menuRoutes.getMenuEntry, { params: { id: made.id } })).status).toBe(404);
});

test('[S2.113] of two swapped neighbours, only the moved one counts as moved', async () => {
  const [first, second] = (await below('teacher')) as [string, string];
  const elsewhere = async () => (await list()).entries.filter(({ changed }) => changed.includes('order')).map(({ id }) => id);
  await move(second, 'teacher', null);
  expect(await elsewhere()).toEqual([second]);
  expect((await list()).entries.find(({ id }) => id === second)!.comesBehind).toBe(first);
  expect((await list()).entries.find(({ id }) => id === first)!.comesBehind).toBeNull();
  await move(second, 'teacher', first);
  expect(await elsewhere()).toEqual([]);
  await move(first, 'teacher', second);
  expect(await elsewhere()).toEqual([first]);
});

test('[S2.113] shows customized fields, and resets one entry or all', async () => {
  await change('teacher.stock', { name: '我的库存', nameEn: 'What we hold' });
  await move('teacher.stock', 'teacher', null);
  await change('warehouse.shelf', { show: false });
  await move('warehouse.ledger', 'basic', 'basic.batch');
  const { data: own } = await create('site.help', { parentId: 'basic' });
  const by = new Map((await list()).entries.map((entry) => [entry.id, entry]));
  expect(by.get('teacher.stock')).toMatchObject({
    changed: ['name', 'nameEn', 'order'],
    shipped: { name: '库存列表', nameEn: 'Stock' },
  });
  expect(by.get('warehouse.shelf')?.changed).toEqual(['show']);
  expect(by.get('warehouse.ledger')?.changed).toEqual(['parentId']);
  expect([...by.values()].filter(({ changed }) => changed.length > 0)).toHaveLength(3);
  expect(await delivered()).toContainEqual(
    expect.objectContaining({ id: 'teacher.stock', name: '我的库存', nameEn: 'What we hold' }),
  );

  const { rev } = by.get('teacher.stock')!;
  const restored = await admin.call(menuRoutes.restoreMenuEntry, { params: { id: 'teacher.stock' }, body: { rev } });
  expect(restored.data).toMatchObject({ name: '库存列表', changed: [] });
  // A stale editor cannot overwrite later changes.
  const late = await admin.call(menuRoutes.updateMenuEntry, {
    params: { id: 'teacher.stock' },
    body: { ...formOf(by.get('teacher.stock')!), rev },
  });
  expect(late.error.code).toBe('STALE');
  expect((await admin.call(menuRoutes.restoreMenuEntry, { params: { id: own.id }, body: { rev: 1 } })).status).toBe(404);

  const whole = await list();
  expect((await admin.call(menuRoutes.restoreMenu, { body: { rev: whole.rev - 1 } })).error.code).toBe('STALE');
  expect((await admin.call(menuRoutes.restoreMenu, { body: { rev: whole.rev } })).status).toBe(200);
  expect(await delivered()).toEqual(builtInMenu);
});

describe('refuses invalid entries at their field', () => {
  test.each<[what: string, body: Partial<MenuForm>, field: string]>([
    ['a name missing in Chinese', { name: '' }, 'name'],
    ['a name missing in English', { nameEn: ' ' }, 'nameEn'],
    ['a text that is not there', { nameTag: 'menu.nothing' }, 'nameTag'],
    ['a page that is not there', { url: '/def/nowhere' }, 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 'url'],
    ['data', { url: 'data:text/html,<script>alert(1)</script>' }, 'url'],
    ['another host without a scheme', { url: '//evil.example' }, 'url'],
    ['another host behind a backslash', { url: '/\\evil.example' }, 'url'],
    ['plain http', { url: 'http://example.edu' }, 'url'],
    ['a password in an address', { url: 'https://admin:secret@example.edu' }, 'url'],
    ['an address outside that would own pages', { url: 'https://example.edu', urlExp: ['^/def/x$'] }, 'urlExp'],
    ['an expression that explodes', { urlExp: ['^/def/x$', '^(/[a-z]+)+$'] }, 'urlExp.1'],
    ['a role that is not there', { role: ['ROLE_TEACHER', 'ROLE_NOBODY'] }, 'role.1'],
    ['a page role that is none', { pageRole: ['ROLE_SYSTEM'] as never }, 'pageRole.0'],
    ['a picture that is not there', { icon: 'skull' as never }, 'icon'],
    ['a parent that is not there', { parentId: 'missing' }, 'parentId'],
    ['a code of the product', { code: 'teacher.help' }, 'code'],
    ['no code', { code: 'Site Help' }, 'code'],
  ])('%s', async (_, more, field) => {
    const { status, error } = await admin.call(menuRoutes.createMenuEntry, { body: { ...form('site.x'), ...more } });
    expect([status, fieldsOf(error)]).toEqual([422, [field]]);
    expect(await delivered()).toEqual(builtInMenu);
  });

  test('duplicate code, cycle, depth, entry with children, shipped entry', async () => {
    const ids: (string | null)[] = [null];
    for (let level = 1; level <= MENU_DEPTH_MAX; level++)
      ids.push((await create(`site.l${level}`, { parentId: ids.at(-1)! })).data.id);
    expect((await create('site.l1')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
    expect((await create('teacher.stock')).error.code).toBe('CODE_TAKEN');
    const [, top, second] = ids as string[];
    expect(fieldsOf((await create('site.deep', { parentId: ids.at(-1)! })).error)).toEqual(['parentId']);
    expect(fieldsOf((await move(top!, 'teacher', null)).error)).toEqual(['parentId']);
    expect(fieldsOf((await move(top!, second!, null)).error)).toEqual(['parentId']);
    expect(fieldsOf((await change(top!, { parentId: top! })).error)).toEqual(['parentId']);
    const erase = (id: string) => admin.call(menuRoutes.deleteMenuEntry, { params: { id } });
    expect((await erase(top!)).error).toMatchObject({ code: 'IN_USE_BY', message: expect.stringContaining('site.l2') });
    expect((await erase('teacher.stock')).error.code).toBe('INVALID');
    expect(fieldsOf((await change('teacher.stock', { code: 'site.stock' })).error)).toEqual(['code']);
  });

  test('too many entries', async () => {
    const whole = await file();
    const fields = {
      name: 'x',
      nameEn: 'x',
      nameTag: null,
      url: null,
      urlExp: [],
      role: [],
      pageRole: [],
      icon: null,
      show: true,
      keepalive: true,
    };
    const left = MENU_ENTRIES_MAX - whole.entries.length;
    const added = Array.from({ length: left }, (_, at) => ({ code: `site.n${at}`, parent: null, ...fields }));
    const body = { ...whole, entries: [...whole.entries, ...added], rev: (await list()).rev };
    expect((await admin.call(menuRoutes.importMenu, { body })).status).toBe(200);
    expect(fieldsOf((await create('site.more')).error)).toEqual(['code']);
  });

  test('of two concurrent writes one is refused, and nothing is lost', async () => {
    const twice = await Promise.all([create('site.twice'), create('site.twice')]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [a, b] = [(await create('site.a', { url: null })).data, (await create('site.b', { url: null })).data];
    const ring = await Promise.all([
      admin.call(menuRoutes.moveMenuEntry, { params: { id: a.id }, body: { parentId: b.id, after: null, rev: 1 } }),
      admin.call(menuRoutes.moveMenuEntry, { params: { id: b.id }, body: { parentId: a.id, after: null, rev: 1 } }),
    ]);
    expect(ring.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422]);
    expect((await list()).entries.filter(({ code }) => code.startsWith('site.'))).toHaveLength(3);
  });
});

test('[security 47] invalid stored values do not reach consoles', async () => {
  const changes = JSON.stringify({ urlExp: ['^(a+)+$', '^/def/x$', '('], url: 'javascript:alert(1)' });
  await sql`insert into sys_menu (id, own, changes) values ('teacher.stock', false, ${changes}::jsonb)
    on conflict (id) do update set changes = excluded.changes`.execute(world.services.db);
  // A change through the API reloads the menu.
  await create('site.beside');
  const item = (await delivered()).find(({ id }) => id === 'teacher.stock')!;
  expect(JSON.parse(item.urlExp)).toEqual(['^/def/x$']);
  expect(await seenBy('ROLE_TEACHER')).not.toContain('teacher.stock');
});

describe('administrators keep access to the menu editor', () => {
  const editor = 'system.menu';
  test.each<[what: string, id: string, body: Partial<MenuForm>, field: string]>([
    ['hidden', editor, { show: false }, 'show'],
    ['for others alone', editor, { role: ['ROLE_TEACHER'] }, 'role'],
    ['under another page role', editor, { pageRole: ['ROLE_TEACHER'] }, 'pageRole'],
    ['led elsewhere', editor, { url: '/def/sysbase/log' }, 'url'],
    ['below what is hidden', editor, { parentId: 'other' }, 'parentId'],
    ['with its branch hidden', 'system', { show: false }, 'show'],
    ['with its branch for others', 'system', { role: ['POWER_RULE_MANAGE'] }, 'role'],
    ['with its branch put away', 'system', { parentId: 'other' }, 'parentId'],
    ['with its form taken by another entry', 'teacher.stock', { urlExp: ['^/def/sysbase/.*'] }, 'urlExp'],
    ['with its page taken by another entry', 'teacher.stock', { url: '/def/sysbase/project/app/menu' }, 'url'],
  ])('%s: refused', async (_, id, more, field) => {
    expect(fieldsOf((await change(id, more)).error)).toEqual([field]);
    expect(await delivered()).toEqual(builtInMenu);
  });

  test('refuses a move or file that would remove it', async () => {
    expect(fieldsOf((await move('system', 'other', null)).error)).toEqual(['parentId']);
    const whole = await file();
    const entries = whole.entries.map((entry) => (entry.code === 'system' ? { ...entry, show: false } : entry));
    const { data } = await admin.call(menuRoutes.lookAtMenuImport, { body: { ...whole, entries } });
    expect(data.refused).toHaveLength(1);
    expect((await admin.call(menuRoutes.importMenu, { body: { ...whole, entries, rev: data.rev } })).status).toBe(422);
  });

  test('it can be moved and renamed', async () => {
    expect((await change(editor, { name: '导航', nameEn: 'Navigation' })).status).toBe(200);
    expect((await move(editor, 'user', null)).status).toBe(200);
    expect(await seenBy('ROLE_ADMIN')).toContain(editor);
  });
});

test('[S6.05] an entry grants no permission, and is hidden without that of its page', async () => {
  await create('site.roles', { parentId: 'teacher', url: '/def/power/role' });
  await create('site.log', {
    parentId: 'teacher',
    url: '/teacher/sysbase/log',
    role: ['ROLE_TEACHER'],
    pageRole: ['ROLE_TEACHER'],
  });
  await create('site.inbox', { parentId: 'teacher', url: '/def/base/msg-inbox' });
  const seen = await seenBy('ROLE_TEACHER');
  expect(seen).toContain('site.inbox');
  expect(seen).not.toContain('site.roles');
  expect(seen).not.toContain('site.log');
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await teacher.call(menuRoutes.listMenu)).status).toBe(403);
});

test('[S2.113] a preview shows what a person or role sees, and why not the rest', async () => {
  const { data: log } = await create('site.log', { parentId: 'teacher', url: '/teacher/sysbase/log' });
  const { data: lost } = await create('site.lost', { parentId: 'teacher', url: '/teacher/base/msg-inbox' });
  // A screen of another version.
  await sql`update sys_menu set changes = jsonb_set(changes, '{url}', '"/teacher/no/such/screen"') where id = ${lost.id}`.execute(
    world.services.db,
  );
  const { data: away } = await create('site.away', { parentId: 'teacher', url: 'https://example.edu', show: false });
  const look = async (query: { userId?: string; roles?: string[] }) => {
    const { data } = await admin.call(menuRoutes.previewMenu, { query });
    return new Map(data.map((seen) => [seen.id, seen]));
  };
  const teacher = await world.as('teacher');
  for (const query of [{ userId: teacher.id }, { roles: ['ROLE_TEACHER'] }]) {
    const seen = await look(query);
    expect(seen.get('teacher.stock')).toMatchObject({ why: 'SEEN' });
    expect(seen.get(log.id)).toMatchObject({
      why: 'SCREEN',
      needs: [
        { code: 'ROLE_ADMIN', name: '系统管理员' },
        { code: 'POWER_SYS_LOG_VIEW', name: '系统日志：查看' },
      ],
    });
    expect(seen.get(away.id)).toMatchObject({ why: 'HIDDEN' });
    expect(seen.get(lost.id)).toMatchObject({ why: 'NOWHERE' });
    expect(seen.get('warehouse')).toMatchObject({ why: 'ROLE', needs: [{ code: 'ROLE_WAREHOUSE_ADMIN' }] });
    expect(seen.get('warehouse.inbound')).toMatchObject({ why: 'ABOVE' });
    expect(seen.get('approval')).toMatchObject({ why: 'SEEN', under: [] });
  }
  const manager = await look({ roles: ['ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_PBOX', 'ROLE_STAFF', 'ROLE_WMS_ADMIN_AFS'] });
  expect(manager.get('warehouse.stock')).toMatchObject({ why: 'SEEN', under: ['ROLE_WAREHOUSE_ADMIN'] });
  expect(manager.get('afterSales')).toMatchObject({ why: 'SEEN' });
  expect((await look({ roles: ['ROLE_ADMIN'] })).get('system.report')).toMatchObject({ why: 'SEEN' });
  expect(manager.get('inventory')).toMatchObject({ why: 'ROLE' });
  expect((await admin.call(menuRoutes.previewMenu, { query: { userId: '00000000-0000-4000-8000-000000000000' } })).status).toBe(
    404,
  );
  // Previews match what each console shows.
  const { data: accounts } = await admin.call(accountRoutes.listAccounts, { query: { size: 200 } });
  for (const { id, username } of accounts.list) {
    const held = (await (await world.as(username)).send('GET', '/auth/user/power')).data as {
      roles: { code: string; powers: { code: string }[] }[];
    };
    const { PAGE_ROLES } = await import('@kuwei/contract/access');
    const menu = menuTree(await delivered());
    const ids = (nodes: readonly MenuNode[]): string[] => nodes.flatMap((node) => [node.id, ...ids(node.subs)]);
    const wearing = PAGE_ROLES.filter((role) => held.roles.some(({ code }) => code === role));
    const shown = new Set(
      (wearing.length > 0 ? wearing : [null]).flatMap((pageRole) =>
        ids(visibleMenu(menu, { roles: held.roles, opened: new Set(), pageRole, opens: opensScreen })),
      ),
    );
    const visible = [...(await look({ userId: id })).values()].filter(({ why }) => why === 'SEEN').map((seen) => seen.id);
    expect(new Set(visible), username).toEqual(shown);
  }
});

test('[S2.113] exports a menu as a file, and imports it after a preview', async () => {
  await change('teacher.stock', { name: '我的库存' });
  await create('site.help', { parentId: 'teacher', url: 'https://help.example.edu' });
  await move('warehouse.ledger', 'warehouse', null);
  const whole = await file();
  const merged = await delivered();
  const same = await admin.call(menuRoutes.lookAtMenuImport, { body: whole });
  expect(same.data).toMatchObject({ added: [], changed: [], removed: [], refused: [], unchanged: merged.length });

  await admin.call(menuRoutes.restoreMenu, { body: { rev: (await list()).rev } });
  const { data: look } = await admin.call(menuRoutes.lookAtMenuImport, { body: whole });
  expect(look.added.map(({ code }) => code)).toEqual(['site.help']);
  expect(look.changed.map(({ code, fields }) => [code, fields])).toEqual([
    ['teacher.stock', ['name']],
    ['warehouse.ledger', ['order']],
  ]);
  expect(await delivered()).toEqual(builtInMenu);
  const done = await admin.call(menuRoutes.importMenu, { body: { ...whole, rev: look.rev } });
  expect(done.data.added).toEqual(look.added);
  // Own entries get new ids.
  const without = (items: readonly MenuItem[]) => items.map((item) => (item.code === 'site.help' ? { ...item, id: '' } : item));
  expect(without(await delivered())).toEqual(without(merged));
  // The menu has changed since the preview.
  expect((await admin.call(menuRoutes.importMenu, { body: { ...whole, rev: look.rev } })).error.code).toBe('STALE');

  const dirty: MenuFile = {
    ...whole,
    entries: whole.entries.map((entry) =>
      entry.code === 'site.help' ? { ...entry, parent: 'site.gone', url: '/def/nowhere', role: ['ROLE_NOBODY'] } : entry,
    ),
  };
  const refused = await admin.call(menuRoutes.lookAtMenuImport, { body: dirty });
  expect(refused.data.refused.map(({ code, field }) => `${code} ${field}`).toSorted()).toEqual([
    'site.help parentId',
    'site.help role.0',
    'site.help url',
  ]);
  const before = await delivered();
  const { status, error } = await admin.call(menuRoutes.importMenu, { body: { ...dirty, rev: refused.data.rev } });
  expect([status, fieldsOf(error)?.every((path) => /^entries\.\d+\./.test(path))]).toEqual([422, true]);
  const twice = { ...whole, entries: [...whole.entries, whole.entries[0]!] };
  expect((await admin.call(menuRoutes.lookAtMenuImport, { body: twice })).data.refused).toHaveLength(2);
  // Own entries missing from a file are deleted, shipped ones reset.
  const none = await admin.call(menuRoutes.lookAtMenuImport, { body: { ...whole, entries: [] } });
  expect(none.data.removed.map(({ code }) => code)).toEqual(['site.help']);
  expect(await delivered()).toEqual(before);
  await admin.call(menuRoutes.importMenu, { body: { ...whole, entries: [], rev: none.data.rev } });
  expect(await delivered()).toEqual(builtInMenu);
});

test('reports the first of thousands of errors, and counts the others', async () => {
  const whole = await file();
  const role = Array.from({ length: 50 }, (_, at) => `ROLE_NOBODY_${at}`);
  const entries = Array.from({ length: MENU_ENTRIES_MAX }, (_, at) => ({
    ...whole.entries[0]!,
    code: `site.n${at}`,
    parent: null,
    role,
  }));
  const { data } = await admin.call(menuRoutes.lookAtMenuImport, { body: { ...whole, entries } });
  expect(data.refused).toHaveLength(50);
  expect(data.refused.length + data.more).toBeGreaterThanOrEqual(15_000);
  const { error } = await admin.call(menuRoutes.importMenu, { body: { ...whole, entries, rev: data.rev } });
  expect(fieldsOf(error)).toHaveLength(50);
});

test('serves the menu from memory, and reloads it in every process after a change', { tags: ['long'] }, async () => {
  const other = await worldAt(world.database.url, { DATABASE_URL: world.database.url });
  try {
    expect(await delivered(other)).toEqual(builtInMenu);
    const heard = new Promise<void>((resolve) =>
      other.services.bus.subscribe(({ fc, bc }) => {
        if (bc === 'sys/project/app' && fc === 'menu') resolve();
      }),
    );
    const at = await worldAt(world.database.url, { DATABASE_URL: world.database.url });
    try {
      const here = await at.as('admin', 'ROLE_ADMIN');
      await here.call(menuRoutes.createMenuEntry, { body: form('site.help') });
      expect((await delivered(at)).at(-1)?.code).toBe('site.help');
      await heard;
      expect((await delivered(other)).at(-1)?.code).toBe('site.help');
    } finally {
      await at.end();
    }
    await sql`alter table sys_menu rename to sys_menu_gone`.execute(other.services.db);
    expect((await delivered(other)).at(-1)?.code).toBe('site.help');
    await sql`alter table sys_menu_gone rename to sys_menu`.execute(other.services.db);
  } finally {
    await other.end();
  }
});

describe('site changes after an upgrade', () => {
  const row = (id: string, more: Partial<StoredMenuRow>): StoredMenuRow => ({
    id,
    own: false,
    changes: {},
    children: null,
    rev: 1,
    updatedAt: '',
    updatedBy: null,
    ...more,
  });
  const codesBelow = (rows: StoredMenuRow[], parentId: string): string[] =>
    mergeMenu(rows)
      .filter((entry) => entry.parentId === parentId)
      .map(({ code }) => code);

  test('a new shipped entry follows its shipped predecessor, also in a custom order', () => {
    // The order from before batches existed.
    const children = ['basic.warehouse', 'basic.product', 'basic.container', 'basic.storageRule'];
    expect(codesBelow([row('basic', { children })], 'basic')).toEqual([
      'basic.warehouse',
      'basic.product',
      'basic.batch',
      'basic.container',
      'basic.storageRule',
    ]);
    expect(codesBelow([row('basic', { children: children.slice(0, 1) })], 'basic')[0]).toBe('basic.product');
  });

  test('a new shipped entry appears in its branch, wherever moved, and is hidden with it', () => {
    const merged = mergeMenu([row('basic', { changes: { parentId: 'warehouse', show: false } })]);
    expect(merged.find(({ id }) => id === 'basic.batch')).toMatchObject({ parentId: 'basic', show: true });
    expect(merged.find(({ id }) => id === 'basic')).toMatchObject({ parentId: 'warehouse', show: false });
  });

  test('drops changes of a removed entry, and moves own entries below it to the top', () => {
    const own = row('1', { own: true, changes: { code: 'site.x', name: '甲', parentId: 'gone' } });
    const merged = mergeMenu([row('gone', { changes: { name: '旧' }, children: ['1'] }), own]);
    expect(merged.find(({ id }) => id === 'gone')).toBeUndefined();
    expect(merged.find(({ id }) => id === '1')).toMatchObject({ parentId: null, code: 'site.x' });
    expect(merged).toHaveLength(builtInMenu.length + 1);
  });

  test('moves entries in a cycle to the top, without losing any', () => {
    const merged = mergeMenu([
      row('basic', { changes: { parentId: 'warehouse' } }),
      row('warehouse', { changes: { parentId: 'basic' } }),
    ]);
    expect(merged).toHaveLength(builtInMenu.length);
    expect(merged.find(({ id }) => id === 'warehouse.move')).toBeDefined();
  });

  test('renames an own code that the product has since taken', () => {
    const merged = mergeMenu([row('1', { own: true, changes: { code: 'teacher', name: '甲' } })]);
    expect(merged.filter(({ code }) => code === 'teacher')).toHaveLength(1);
    expect(merged.find(({ id }) => id === '1')?.code).toBe('site.teacher');
  });

  test('no shipped code has the prefix of own codes', () => {
    expect(builtInMenu.filter(({ code }) => code.startsWith('site.'))).toEqual([]);
  });

  test('reports the fewest possible moves between two orders', () => {
    expect(findMoved(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(['d']);
    expect(findMoved(['a', 'b', 'c'], ['a', 'b', 'x', 'c'])).toEqual([]);
    expect(findMoved(['a', 'b', 'c', 'd'], ['b', 'a', 'd', 'c'])).toHaveLength(2);
    // Of two swapped entries, the touched one counts as moved.
    for (const id of ['a', 'b']) expect(findMoved(['a', 'b'], ['b', 'a'], [id]), id).toEqual([id]);
    expect(findMoved(['a', 'b', 'c', 'd'], ['b', 'a', 'd', 'c'], ['b', 'c'])).toEqual(['b', 'c']);
    expect(findMoved(['a', 'b'], ['b', 'a'], ['a', 'b'])).toEqual(['b']);
  });
});
