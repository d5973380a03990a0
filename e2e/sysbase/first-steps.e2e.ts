// A new installation without demo data: the setup guide leads the first administrator to the first finished deposit.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { cell, scan, submitted } from '../wms/_apply.ts';
import { startProduct, type Product } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';

const OWN = 'Kestrel-harbour-47-linen';
const GUIDE = '/def/sysbase/first-steps';

/** Links of the guide, and the dialogs they open. */
const IMPORTS = [
  ['批量导入: 建立仓库', '导入仓库'],
  ['导入容器: 建立容器和库位', '导入容器'],
  ['导入库位: 建立容器和库位', '导入库位'],
  ['批量导入: 登记产品', '导入产品'],
  ['批量导入: 登记课题组和供应商', '导入组织'],
  ['批量导入: 添加用户', '导入用户'],
  ['导入成员: 添加用户', '导入成员'],
  ['从表格授予: 授予角色', '导入用户'],
  ['导入角色定义: 授予角色', '导入角色'],
  ['批量导入: 导入期初库存', '导入期初库存'],
] as const;

const save = (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click();
const dialog = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page | Locator, name: string): Locator => page.getByRole('textbox', { name });

const step = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

/** Follows a step of the guide. */
async function go(page: Page, name: string): Promise<void> {
  await page.goto(GUIDE);
  await step(page, name)
    .getByRole('link', { name: /^(去完成|查看)/ })
    .click();
}

async function expectDone(page: Page, name: string): Promise<void> {
  await page.goto(GUIDE);
  await expect(step(page, name)).toContainText('已完成');
}

/** Signs in with a one-time password, and sets a new one. */
async function signInFirstTime(page: Page, username: string, once: string): Promise<void> {
  const refused: string[] = [];
  page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())));
  await signIn(page, username, once);
  await expect(page.getByText('需要先修改密码')).toBeVisible();
  await page.getByLabel('原密码').fill(once);
  await page.getByLabel('新密码', { exact: true }).fill(OWN);
  await page.getByLabel('再次输入新密码').fill(OWN);
  await page.getByRole('button', { name: '修改密码', exact: true }).click();
  await expect(page.getByText('密码已修改')).toBeVisible();
  // Until then the console makes no call that is refused.
  expect(refused).toEqual([]);
}

test.describe('without demo data', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ DEMO: '0' });
  });
  test.afterAll(() => product?.dispose());

  test(
    'the guide leads the first administrator from an empty database to the first finished deposit',
    { tag: '@long' },
    async ({ guest }) => {
      test.setTimeout(300_000);
      const page = await guest({ baseURL: product.url, alone: true });
      await signInFirstTime(page, 'admin', /Password, shown this once: (\S+)/.exec(product.output())![1]!);
      // There is nothing else to see yet.
      await expect(page).toHaveURL(GUIDE);
      const bar = page.getByRole('status').filter({ hasText: '还有 9 步' });
      await expect(bar).toBeVisible();
      // It leads to this page.
      await expect(bar.getByRole('link')).toHaveCount(0);

      await test.step('each step with an import opens its dialog, even in an empty database', async () => {
        for (const [link, window] of IMPORTS) {
          await page.getByRole('link', { name: link, exact: true }).click();
          await expect(page.getByRole('dialog', { name: window })).toBeVisible();
          await expect(dialog(page).getByText('下载模板').first()).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(dialog(page)).toHaveCount(0);
          await bar.getByRole('link', { name: '全部步骤' }).click();
          await expect(page).toHaveURL(GUIDE);
        }
        // Without categories no product can be imported.
        await page.getByRole('link', { name: '管理分类: 登记产品' }).click();
        await expect(page.getByRole('button', { name: '新建分类' })).toBeVisible();
        await page.goto(GUIDE);
        // The other steps have no import: a name is a single value, and a deposit belongs to someone.
        await expect(page.getByRole('link', { name: /^(批量导入|导入|从表格授予)/ })).toHaveCount(IMPORTS.length);
      });

      await test.step('every step is skipped, and resumed', async () => {
        const skip = page.getByRole('button', { name: /^跳过: / });
        const takeUp = page.getByRole('button', { name: /^恢复: / });
        for (let left = 9; left > 0; left -= 1) {
          await skip.first().click();
          await expect(skip).toHaveCount(left - 1);
        }
        await expect(bar).toBeHidden();
        await page.reload();
        await expect(page.getByText('已跳过')).toHaveCount(9);
        for (let left = 9; left > 1; left -= 1) {
          await takeUp.first().click();
          await expect(takeUp).toHaveCount(left - 1);
        }
        await page.goto(GUIDE);
        await expect(page.getByRole('status').filter({ hasText: '还有 8 步' })).toBeVisible();
      });

      await test.step('the name of the site', async () => {
        await go(page, '填写学校名称');
        await page.getByLabel('当前值', { exact: true }).fill('江南大学仓储');
        await page.getByLabel('修改原因', { exact: true }).fill('启用');
        await save(page);
        await expect(page.getByRole('banner')).toContainText('江南大学仓储');
        // From here the bar leads to the next step.
        await page.getByRole('status').filter({ hasText: '还有' }).getByRole('link', { name: '下一步：建立仓库' }).click();
        await expect(field(page, '仓库编号')).toBeVisible();
        await expectDone(page, '填写学校名称');
      });

      await test.step('a warehouse with the administrator as storekeeper', async () => {
        await go(page, '建立仓库');
        await field(page, '仓库编号').fill('W1');
        await field(page, '仓库名称').fill('一号仓库');
        await choose(page.getByLabel('保管员'), '系统管理员');
        await page.keyboard.press('Escape');
        await save(page);
        await expect(page.getByText('保存成功。')).toBeVisible();
        await expectDone(page, '建立仓库');
      });

      await test.step('a shelf and its boxes', async () => {
        await go(page, '建立容器和库位');
        await page.getByRole('treeitem', { name: /一号仓库/ }).click();
        await page.getByRole('link', { name: '新建容器' }).first().click();
        await field(page, '容器编号').fill('A');
        await field(page, '容器名称').fill('A 柜');
        await save(page);
        await page.getByRole('treeitem', { name: /A 柜/ }).click();
        await page.getByRole('button', { name: '生成库位' }).click();
        await dialog(page).getByLabel('行数').fill('2');
        await dialog(page).getByLabel('列数').fill('3');
        await dialog(page).getByRole('button', { name: '生成库位' }).click();
        await expect(page.getByText('已生成 6 个库位')).toBeVisible();
        await expectDone(page, '建立容器和库位');
      });

      await test.step('a category and a product, which is then activated', async () => {
        await go(page, '登记产品');
        await page.getByRole('button', { name: '管理分类' }).click();
        await page.getByRole('dialog', { name: '产品分类' }).getByRole('button', { name: '新建分类' }).click();
        const form = dialog(page).filter({ has: page.getByLabel('分类编号') });
        await form.getByLabel('分类编号').fill('WARE');
        await form.getByLabel('名称', { exact: true }).fill('耗材');
        await form.getByLabel('名称', { exact: true }).press('Control+Enter');
        await expect(page.getByRole('dialog', { name: '产品分类' }).getByRole('row', { name: '耗材' })).toBeVisible();
        await page
          .getByRole('dialog', { name: '产品分类' })
          .getByRole('button', { name: /关闭|Close/ })
          .click();
        await page.getByLabel('产品编号', { exact: true }).fill('GLOVE');
        await choose(page.getByLabel('类型', { exact: true }), '耗材');
        await choose(page.getByLabel('分类', { exact: true }), '耗材');
        await page.getByLabel('名称', { exact: true }).fill('丁腈手套');
        await choose(page.getByLabel('基本单位', { exact: true }), '盒');
        await save(page);
        const row = page.locator('tbody tr[data-row]').filter({ hasText: 'GLOVE' });
        await row.getByRole('checkbox').check();
        await page.getByRole('button', { name: '启用', exact: true }).click();
        await dialog(page).getByRole('button', { name: '启用', exact: true }).click();
        await expect(row).toContainText('启用');
        await expectDone(page, '登记产品');
      });

      await test.step('a group', async () => {
        await go(page, '登记课题组和供应商');
        await page.getByLabel('组织编码').fill('LAB-CHEN');
        await page.getByLabel('组织名称').fill('陈思课题组');
        await save(page);
        await expect(page.getByText('保存成功。')).toBeVisible();
        await expectDone(page, '登记课题组和供应商');
      });

      const passwords = new Map<string, string>();
      await test.step('people with roles, and their first passwords', async () => {
        const add = async (username: string, name: string, roles: string[], org: string): Promise<void> => {
          await go(page, passwords.size === 0 ? '添加用户' : '授予角色');
          if (passwords.size > 0) await page.getByRole('link', { name: '新建用户' }).click();
          await field(page, '用户名').fill(username);
          await field(page, '姓名').fill(name);
          const given = page.getByRole('group', { name: '角色' }).first();
          for (const [at, role] of roles.entries()) {
            await given.getByRole('button', { name: '添加一行' }).click();
            await choose(given.getByRole('combobox').nth(at), role);
          }
          const orgs = page.getByRole('group', { name: '组织' }).first();
          await orgs.getByRole('button', { name: '添加一行' }).click();
          await choose(orgs.getByRole('combobox').first(), org);
          await save(page);
          const row = page.locator('tbody tr[data-row]').filter({ hasText: username });
          await row.getByRole('button', { name: /^重置密码/ }).click();
          await dialog(page).getByRole('button', { name: '生成密码' }).click();
          passwords.set(username, (await dialog(page).getByRole('definition').nth(1).innerText()).trim());
          await dialog(page).getByRole('button', { name: '已转交，关闭' }).click();
        };
        await add('chen.si', '陈思', ['教师（课题组）'], '陈思课题组');
        await add('li.wen', '李文', ['仓库管理员', '入库初审'], '仓储');
        await expectDone(page, '添加用户');
        await expectDone(page, '授予角色');
      });

      const [teacher, reviewer] = [
        await guest({ baseURL: product.url, alone: true }),
        await guest({ baseURL: product.url, alone: true }),
      ];
      await test.step('the teacher deposits, the reviewer approves', async () => {
        await signInFirstTime(teacher, 'chen.si', passwords.get('chen.si')!);
        await teacher.goto('/teacher/wms/transaction/inbound/edit');
        await scan(teacher, 'GLOVE');
        await cell(teacher, 1, '批号').fill('20260101');
        await cell(teacher, 1, '数量').fill('4');
        await submitted(teacher);
        await signInFirstTime(reviewer, 'li.wen', passwords.get('li.wen')!);
        await reviewer.goto('/admin/wms/transaction/inbound?task=review');
        await reviewer.locator('tbody tr[data-row]').getByRole('link').first().click();
        await reviewer.getByRole('button', { name: '批准', exact: true }).click();
        await dialog(reviewer).getByRole('button', { name: '批准', exact: true }).click();
        await expect(dialog(reviewer)).toBeHidden();
      });

      await test.step('the administrator puts the goods away as storekeeper, and the guide is finished', async () => {
        await go(page, '完成第一笔入库');
        await page.locator('tbody tr[data-row]').getByRole('link').first().click();
        await page.getByRole('button', { name: '全部采用建议' }).click();
        await page.getByRole('button', { name: '完成入库' }).click();
        await dialog(page).getByRole('button', { name: '全部完成' }).click();
        await expect(teacher.getByText('已入库', { exact: true }).filter({ visible: true }).first()).toBeVisible();
        await page.goto(GUIDE);
        await expect(page.getByText('第一笔入库已完成')).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: '开始使用' })).toHaveCount(0);
      });
    },
  );
});
