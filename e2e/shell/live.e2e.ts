// An administrator changes rights and names while a teacher, a reviewer and a storekeeper work. Each change is in their open
// pages at once, without a reload.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { databaseUrlOf, startProduct, type Product } from '../_product.ts';
import { signedInAs } from '../_signed-in.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { Crew } from '../wms/_documents.ts';
import { gloves } from '../wms/_work.ts';

const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click();
const code = (prefix: string): string =>
  unique(prefix)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/g, '_');

/** Marks the document of a window: a reloaded one has no mark. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { stays: true }));
const isNotReloaded = (page: Page): Promise<boolean> => page.evaluate(() => 'stays' in window);

/** Revokes a role in the list of its holders. */
async function revokeRole(admin: Page, role: string, person: string): Promise<void> {
  await admin.goto(`/def/power/role?q=${encodeURIComponent(role)}`);
  await admin.getByRole('link', { name: `人员 ${role}` }).click();
  await admin.getByPlaceholder('用户名、姓名或工号').or(admin.getByRole('searchbox')).first().fill(person);
  const row = admin.getByRole('row', { name: new RegExp(person) });
  await row.getByRole('button', { name: '收回' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect(row).toHaveCount(0);
}

interface LiveSetup {
  /** Owner of the database. */
  product: Product;
  /** Opens a user's window. */
  enter: (username: string, group?: string) => Promise<Page>;
  /** The administrator's window, on the other process if there are two. */
  administer: (username: string) => Promise<Page>;
}

const TAGS = '[S1.17, S1.18, S1.22, S2.39, S2.40, S2.103, S2.113][security 14]';

test(
  `${TAGS} an administrator's changes reach the open pages of a teacher, a reviewer and a storekeeper at once`,
  { tag: '@long' },
  async ({ as, product }) => {
    const enter = (username: string, group?: string): Promise<Page> => as(username, group === undefined ? {} : { group });
    try {
      await checkLiveUpdates({ product, enter, administer: enter });
    } finally {
      const api = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
      const { body } = await api.get<{ rev: number }>('/sys/project/app/menu');
      await api.post('/sys/project/app/menu/restore', { rev: body.rev });
    }
  },
);

test(`${TAGS} the same across two processes of the same database`, { tag: '@long' }, async ({ open }) => {
  // Three processes start first.
  test.setTimeout(300_000);
  // Hosts the database.
  const product = await startProduct();
  const env = { DATABASE_URL: databaseUrlOf(product) };
  const [own, other] = [await startProduct(env), await startProduct(env)];
  const at =
    ({ url }: Product) =>
    async (username: string, group?: string): Promise<Page> =>
      open(await signedInAs(url, username, group), { baseURL: url, alone: true });
  try {
    await checkLiveUpdates({ product, enter: at(other), administer: at(own) });
  } finally {
    for (const each of [own, other, product]) await each.dispose();
  }
});

async function checkLiveUpdates({ product, enter, administer }: LiveSetup): Promise<void> {
  const [administrator, teaching, reviewing, keeping] = await Promise.all(
    ['admin', 'teacher', 'reviewer', 'keeper'].map((like) => makePerson(product, like)),
  );
  const { no } = await new Crew(product.url).submitted(gloves('1'));
  const admin = await administer(administrator!);
  const [teacher, reviewer, keeper] = [await enter(teaching!, '催化'), await enter(reviewing!), await enter(keeping!)];
  await teacher.goto('/teacher/wms/product-box/list');
  await reviewer.goto('/def/base/bpm/todo?sort=-at');
  await keeper.goto('/admin/wms/ledger');
  for (const page of [teacher, reviewer, keeper]) {
    await expect(menu(page).getByRole('link').first()).toBeVisible();
    await mark(page);
  }
  const [power, role] = [code('POWER_E'), code('ROLE_E')];
  const [powerName, roleName, entryName] = [`看须知${unique()}`, `须知员${unique()}`, `须知${unique()}`];

  await test.step('a power, and a menu entry that requires it', async () => {
    await admin.goto('/def/power/power/edit');
    await admin.getByLabel('编码').fill(power);
    await admin.getByLabel('中文名称').fill(powerName);
    await admin.getByLabel('英文名称').fill('Read notes');
    await save(admin);
    await expect(admin).toHaveURL(/\/def\/power\/power(\?|$)/);
    await admin.goto('/def/sysbase/project/app/menu/edit');
    await admin.getByLabel('编码', { exact: true }).fill(`site.${unique('n').toLowerCase()}`);
    await admin.getByLabel('中文名称').fill(entryName);
    await admin.getByLabel('英文名称').fill('Notes');
    await admin.getByRole('textbox', { name: '地址', exact: true }).fill('/def/base/msg-inbox');
    await choose(admin.getByRole('combobox', { name: /角色或权限/ }), powerName, power);
    await save(admin);
    await expect(admin).toHaveURL('/def/sysbase/project/app/menu');
  });

  await test.step('a role with it, granted to teacher and storekeeper: they have the entry, the reviewer does not', async () => {
    await admin.goto('/def/power/role/edit');
    await admin.getByLabel('编码').fill(role);
    await admin.getByLabel('中文名称').fill(roleName);
    await admin.getByLabel('英文名称').fill('Notes');
    await admin.getByRole('checkbox', { name: new RegExp(power) }).check();
    await save(admin);
    await expect(admin).toHaveURL(/\/def\/power\/role(\?|$)/);
    await admin.goto(`/def/power/role?q=${role}`);
    await admin.getByRole('link', { name: `人员 ${roleName}` }).click();
    for (const person of [teaching!, keeping!]) {
      await admin.getByRole('button', { name: '添加人员' }).first().click();
      const dialog = admin.getByRole('dialog');
      await choose(dialog.getByLabel('人员'), person);
      await dialog.getByRole('button', { name: '授予' }).click();
      await expect(dialog).toHaveCount(0);
    }
    for (const page of [teacher, keeper]) await expect(menu(page).getByRole('link', { name: entryName })).toBeVisible();
    await expect(menu(reviewer).getByText(entryName)).toHaveCount(0);
  });

  await test.step('a data rule opens the entry to the reviewer, until it ends', async () => {
    await admin.goto('/def/power/rule/USER/MENU/edit?subject_model=select');
    for (const [label, text] of [
      ['被授权方', reviewing!],
      ['对象', entryName],
    ] as const) {
      await choose(admin.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) }), text);
    }
    await save(admin);
    await expect(menu(reviewer).getByRole('link', { name: entryName })).toBeVisible();
    await admin.goto(`/def/power/rule/MENU?q=${reviewing!}`);
    const rule = admin.getByRole('row').filter({ hasText: entryName });
    await rule.getByRole('button', { name: /结束/ }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '结束' }).click();
    await expect(rule).toContainText('已结束');
    await expect(menu(reviewer).getByText(entryName)).toHaveCount(0);
  });

  await test.step("a dictionary name changes in the reviewer's open dialog", async () => {
    await reviewer.getByRole('row').filter({ hasText: no }).click();
    await reviewer.getByRole('button', { name: '退回' }).first().click();
    const dialog = reviewer.getByRole('dialog');
    await expect(dialog.getByLabel('原因', { exact: false }).first()).toBeVisible();
    const word = `请附采购单 ${unique()}`;
    await admin.goto(`/def/sysbase/dic?q=${encodeURIComponent('常用审核意见：退回')}`);
    await admin.getByText('常用审核意见：退回', { exact: true }).filter({ visible: true }).first().click();
    await expect(admin.locator('.grid tbody tr').first()).toBeVisible();
    await admin.getByRole('button', { name: '添加行' }).click();
    const row = admin.locator('.grid tbody tr').last();
    await row.locator('[data-col="code"]').fill(code('S'));
    await row.locator('[data-col="zh"]').fill(word);
    await save(admin);
    await expect(admin).toHaveURL((url) => url.pathname === '/def/sysbase/dic');
    await expect(dialog.getByRole('button', { name: word })).toBeVisible();
  });

  await test.step('an expired grant closes the page that needs it, and nothing else', async () => {
    await revokeRole(admin, '库存保管', keeping!);
    await expect(keeper.getByText('没有权限').filter({ visible: true }).first()).toBeVisible();
    await keeper
      .getByRole('button', { name: '返回首页' })
      .or(keeper.getByRole('link', { name: '返回首页' }))
      .click();
    await expect(menu(keeper).getByRole('link', { name: '台账' })).toHaveCount(0);
    await expect(menu(keeper).getByRole('link', { name: entryName })).toBeVisible();
    await revokeRole(admin, roleName, teaching!);
    await expect(menu(teacher).getByText(entryName)).toHaveCount(0);
    await expect(menu(teacher).getByRole('link', { name: '库存列表' })).toBeVisible();
  });

  await test.step('a disabled user is signed out, the others are not', async () => {
    for (const page of [teacher, reviewer, keeper]) expect(await isNotReloaded(page)).toBe(true);
    await admin.goto(`/mg/user/mg?q=${teaching!}`);
    const row = admin.locator('tbody tr[data-row]').filter({ hasText: teaching! });
    await row.getByRole('button', { name: /更多/ }).click();
    await admin.getByRole('menuitem', { name: '停用' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await expect(teacher).toHaveURL(/common\/login/);
    for (const page of [reviewer, keeper]) expect(await isNotReloaded(page)).toBe(true);
  });
}
