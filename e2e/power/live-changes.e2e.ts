// An administrator changes rights and names while a teacher, a reviewer and a storekeeper work in pages that stay open,
// alternating between two processes of the same database.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import type { Product } from '../_product.ts';
import { signedInAs } from '../_signed-in.ts';
import { startTwoProcesses, type TwoProcesses } from '../_two-processes.ts';
import { expect, test } from '../_world.ts';

let two: TwoProcesses;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  two = await startTwoProcesses('at_work');
});
test.afterAll(() => two?.dispose());

const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' });
const rows = (page: Page): Locator => page.locator('tbody tr[data-row]');
const save = (page: Page): Locator => page.getByRole('button', { name: '保存', exact: true });
const field = (page: Page, label: string): Locator => page.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) });

/** A box with goods of one group only. */
async function boxOf(url: string, group: string): Promise<string> {
  const keeper = await Client.signIn(url, 'keeper2', 'ROLE_WAREHOUSE_ADMIN');
  const { body } = await keeper.get<{ list: { boxCode: string; ownerOrgName: string }[] }>('/wms/product-box?size=200');
  const boxes = Map.groupBy(body.list, ({ boxCode }) => boxCode);
  return [...boxes].find(([, goods]) => goods.every(({ ownerOrgName }) => ownerOrgName === group))![0];
}

/** Opens a page that is never reloaded. */
async function openMarkedPage(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => ((window as unknown as { stays: boolean }).stays = true));
  return page;
}
const isNotReloaded = (page: Page): Promise<boolean> => page.evaluate(() => 'stays' in window);

test(
  "[S1.16, S1.17, S1.18, S1.22, S2.38, S2.39, S2.40, S2.41, S2.43, S2.113] an administrator's changes reach open pages at once, across two processes",
  { tag: '@long' },
  async ({ open }) => {
    test.setTimeout(300_000);
    const at = async ({ url }: Product, username: string, group?: string): Promise<Page> =>
      open(await signedInAs(url, username, group), { baseURL: url });
    const { here, there } = two;
    const admin = await at(here, 'admin');
    const box = await boxOf(there.url, '分子生物学课题组');
    const teacher = await openMarkedPage(await at(there, 'teacher', '催化'), `/teacher/wms/product-box/list?q=${box}`);
    const reviewer = await openMarkedPage(await at(here, 'reviewer'), '/admin/wms/transaction/inbound?state=DONE');
    const keeper = await openMarkedPage(await at(there, 'keeper'), '/admin/wms/transaction/inbound?task=execute');

    await test.step('dictionary names', async () => {
      const words = [
        { page: reviewer, code: 'DONE.INBOUND', before: '已入库', after: '收讫入库' },
        { page: keeper, code: 'EXECUTING.INBOUND', before: '上架中', after: '正在搬运' },
      ];
      for (const { page, before } of words) await expect(rows(page).filter({ hasText: before }).first()).toBeVisible();
      await admin.goto(`/def/sysbase/dic?q=${encodeURIComponent('单据状态')}`);
      await admin.getByText('单据状态', { exact: true }).filter({ visible: true }).first().click();
      await expect(admin.locator('.grid tbody tr').first()).toBeVisible();
      const codes = await admin
        .locator('.grid [data-col="code"]')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
      for (const { code, after } of words)
        await admin.locator(`.grid tr[data-at="${codes.indexOf(code)}"] [data-col="zh"]`).fill(after);
      await save(admin).click();
      for (const { page, before, after } of words) {
        await expect(rows(page).filter({ hasText: after }).first()).toBeVisible();
        await expect(rows(page).filter({ hasText: before })).toHaveCount(0);
      }
    });

    await test.step('a menu entry', async () => {
      await admin.goto('/def/sysbase/project/app/menu');
      await admin.getByRole('link', { name: '新建下级 课题组存放' }).click();
      await admin.getByLabel('编码', { exact: true }).fill('site.rules');
      await admin.getByLabel('中文名称').fill('入库须知');
      await admin.getByLabel('英文名称').fill('Rules');
      await admin.getByRole('textbox', { name: '地址', exact: true }).fill('/def/base/msg-inbox');
      await save(admin).click();
      await expect(menu(teacher).getByRole('link', { name: '入库须知' })).toBeVisible();
      await expect(menu(keeper).getByRole('link', { name: '入库须知' })).toHaveCount(0);
    });

    await test.step('a power and a role, and the end of its grant', async () => {
      await admin.goto('/def/power/power/edit');
      await admin.getByLabel('编码').fill('POWER_LABEL_PRINT');
      await admin.getByLabel('中文名称').fill('打印标签');
      await admin.getByLabel('英文名称').fill('Print labels');
      await save(admin).click();
      await expect(admin).toHaveURL(/\/def\/power\/power(\?|$)/);
      await admin.goto('/def/power/role/edit');
      await admin.getByLabel('编码').fill('ROLE_RIGHTS_OFFICE');
      await admin.getByLabel('中文名称').fill('权限专员');
      await admin.getByLabel('英文名称').fill('Rights office');
      await admin.getByRole('checkbox', { name: /打印标签 POWER_LABEL_PRINT/ }).check();
      await admin.getByRole('checkbox', { name: /角色管理 POWER_ROLE_MANAGE/ }).check();
      await save(admin).click();
      await expect(admin).toHaveURL(/\/def\/power\/role(\?|$)/);
      await expect(menu(reviewer).getByText('权限管理')).toHaveCount(0);
      await admin.getByPlaceholder('编码、名称或备注').first().fill('ROLE_RIGHTS_OFFICE');
      await admin.getByRole('link', { name: '人员 权限专员' }).click();
      await admin.getByRole('button', { name: '添加人员' }).first().click();
      await choose(admin.getByRole('dialog').getByLabel('人员'), /reviewer(?!2)/, 'reviewer');
      await admin.getByRole('dialog').getByRole('button', { name: '授予' }).click();
      await expect(menu(reviewer).getByText('权限管理')).toBeVisible();
      await admin
        .getByRole('row', { name: /reviewer(?!2)/ })
        .getByRole('button', { name: '收回' })
        .click();
      await admin.getByRole('dialog').getByRole('button', { name: '收回' }).click();
      await expect(menu(reviewer).getByText('权限管理')).toHaveCount(0);
    });

    await test.step('a data rule', async () => {
      await expect(rows(teacher).filter({ hasText: box })).toHaveCount(0);
      await admin.goto('/def/power/rule/USER/WMS_ORG/edit?subject_model=select');
      await choose(field(admin, '被授权方'), 'teacher');
      await choose(field(admin, '对象'), '分子生物学');
      await save(admin).click();
      await expect(rows(teacher).filter({ hasText: box }).first()).toBeVisible();
    });

    await test.step('a disabled user', async () => {
      for (const page of [teacher, reviewer, keeper]) expect(await isNotReloaded(page)).toBe(true);
      await admin.goto('/mg/user/mg?q=keeper');
      await rows(admin)
        .filter({ hasText: /keeper(?!2)/ })
        .first()
        .getByRole('link', { name: /^编辑/ })
        .click();
      await admin.getByRole('button', { name: /^停用/ }).click();
      await admin.getByRole('dialog').getByRole('button', { name: '停用' }).click();
      await expect(keeper).toHaveURL(/common\/login/);
      for (const page of [teacher, reviewer]) expect(await isNotReloaded(page)).toBe(true);
    });
  },
);
