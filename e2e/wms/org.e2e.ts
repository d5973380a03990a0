// Groups and other organisations, managed by an administrator.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { makePerson } from '../_person.ts';
import { unique } from '../_unique.ts';
import { expect, PHONE, signIn, test } from '../_world.ts';

const form = (code: string, name: string, more: object = {}) => ({ code, name, type: 'LAB', members: [], quotas: [], ...more });

test('[S2.38] an administrator creates a group, sees errors of its members, and merges it into another', async ({
  as,
  product,
}) => {
  const mark = Date.now().toString(36).toUpperCase();
  const client = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  await client.post('/wms/org', form(`INTO-${mark}`, `合并目标${mark}`));
  const page = await as('admin');
  await page.goto('/mg/wms/org/edit');
  await page.getByLabel('组织编码').fill(`from-${mark}`);
  await page.getByLabel('组织名称').fill(`浏览器课题组${mark}`);
  const members = page.getByRole('group', { name: '成员', exact: true });
  await members.getByRole('button', { name: '添加一行' }).click();
  await choose(members.getByLabel('人员'), '孙丽');
  await expect(page.getByText('请把一名成员的身份改为负责人。')).toBeVisible();
  await members.getByLabel('起始日').fill('2020-02-01');
  await members.getByLabel('截止日').fill('2020-01-01');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('不能早于起始日').filter({ visible: true }).first()).toBeVisible();
  await members.getByLabel('截止日').fill('2099-08-31');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/\/mg\/wms\/org$/);
  await go(page, `/mg/wms/org?q=${mark}`);
  const row = page.locator('tbody tr[data-row]').filter({ visible: true });
  await expect(row.filter({ hasText: 'FROM-' })).toContainText('没有负责人');
  await row
    .filter({ hasText: 'FROM-' })
    .getByRole('link', { name: `FROM-${mark}` })
    .click();
  await expect(page.getByText('没有库存、专用库位、未完成的单据或仓库。')).toBeVisible();

  const { body } = await client.get<{ list: { id: string }[] }>(`/wms/org?q=FROM-${mark}`);
  await go(page, `/mg/wms/org/edit?id=${body.list[0]!.id}`);
  await page.getByRole('button', { name: '并入其他组织' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('并入').fill(mark);
  await expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveCount(1);
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '合并目标' }).click();
  await expect(dialog.getByRole('status')).toContainText('移入 1 名成员');
  await dialog.getByRole('button', { name: '并入', exact: true }).click();
  await expect(dialog).toBeHidden();
  await go(page, `/mg/wms/org?q=${mark}`);
  await expect(row.filter({ hasText: 'FROM-' })).toContainText('停用');
});

test('on a phone organisations are cards, and one opens with all it owns', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin', PHONE);
  await page.goto('/mg/wms/org?q=LAB-CATALYSIS');
  await page.getByText('LAB-CATALYSIS').filter({ visible: true }).first().tap();
  await expect(page.getByRole('heading', { name: '仍拥有' })).toBeVisible();
});

test(
  'why a group cannot be merged is shown before a target is chosen, with links to what it still owns',
  { tag: '@long' },
  async ({ guest, as, product }) => {
    const look = async (page: Page): Promise<Locator> => {
      await page.goto('/mg/wms/org?q=LAB-CATALYSIS');
      await page.locator('tbody tr[data-row]').filter({ visible: true }).getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '并入其他组织' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: '处理完下列各项才能并入其他组织' })).toBeVisible();
      await expect(dialog.getByLabel('并入')).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: '并入', exact: true })).toBeDisabled();
      return dialog;
    };
    // Without links to pages that the administrator may not open.
    const dialog = await look(await as('admin'));
    await expect(dialog).toContainText('个库位');
    // On whole lines.
    const [facts, all] = [(await dialog.locator('.facts').boundingBox())!, (await dialog.locator('form').boundingBox())!];
    expect(facts.width).toBeGreaterThan(all.width * 0.9);
    await expect(dialog.getByRole('link')).toHaveCount(0);

    const page = await guest();
    await signIn(page, await makePerson(product, 'admin', 'manager'));
    const owned = await look(page);
    await owned.getByRole('link', { name: /个库位/ }).click();
    await expect(page).toHaveURL(/wms\/product-box\/list\?ownerOrgId=/);
    await expect(page.getByRole('button', { name: /催化/ }).first()).toBeVisible();
  },
);

test(
  "a group's last leader is not removed by accident: neither in its form, nor with the account",
  { tag: '@long' },
  async ({ as, product }) => {
    const username = await makePerson(product, 'staff');
    const client = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const { body: people } = await client.get<{ list: { id: string }[] }>(`/auth/biz/user/account?q=${username}`);
    const member = { userId: people.list[0]!.id, relation: 'LEADER', fromDay: null, untilDay: null };
    const code = unique('SOLE').toUpperCase();
    const { body: org } = await client.post<{ id: string }>('/wms/org', form(code, `独有${code}`, { members: [member] }));
    const page = await as('admin');
    await page.goto(`/mg/wms/org/edit?id=${org.id}`);
    const members = page.getByRole('group', { name: '成员', exact: true });
    await members.getByRole('button', { name: '删除第 1 行' }).click();
    const save = page.getByRole('button', { name: '保存', exact: true });
    await save.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`保存后“独有${code}”没有负责人，仍要保存吗？`);
    await dialog.getByRole('button', { name: '取消' }).click();
    expect((await client.get<{ members: unknown[] }>(`/wms/org/${org.id}`)).body.members).toHaveLength(1);

    await page.goto(`/mg/user/mg?q=${username}`);
    const row = page.locator('tbody tr[data-row]').filter({ visible: true, hasText: username });
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await expect(dialog.last()).toContainText(`独有${code}将没有负责人。`);
    await dialog.last().getByRole('button', { name: '取消' }).click();

    // Input is still there.
    await page.goto(`/mg/wms/org/edit?id=${org.id}`);
    await expect(page.getByText('未保存').or(page.getByText('有未保存的修改')).filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await dialog.last().getByRole('button', { name: '仍要保存' }).click();
    await expect.poll(async () => (await client.get<{ members: unknown[] }>(`/wms/org/${org.id}`)).body.members).toHaveLength(0);
  },
);

test('Enter selects the match of the full text, also before the options arrive', { tag: '@long' }, async ({ as, product }) => {
  const one = await makePerson(product, 'staff');
  const page = await as('admin');
  const held = new Map<string, () => void>();
  await page.route('**/api/auth/biz/user/account?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q');
    if (q !== null) await new Promise<void>((resolve) => held.set(q, resolve));
    await route.continue();
  });
  await page.goto('/mg/wms/org/edit');
  const members = page.getByRole('group', { name: '成员', exact: true });
  await members.getByRole('button', { name: '添加一行' }).click();
  const field = members.getByLabel('人员');
  await field.click();
  // Options for an empty text are visible: none of them is meant.
  await expect(page.locator('.ant-select-item-option').filter({ visible: true }).first()).toBeVisible();
  await field.fill(one);
  await page.keyboard.press('Enter');
  await expect.poll(() => held.has(one)).toBe(true);
  await expect(members).not.toContainText(one);
  await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toBeVisible();
  held.get(one)!();
  await expect(members).toContainText(one);
  await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);
  await expect(field).toBeFocused();
});
