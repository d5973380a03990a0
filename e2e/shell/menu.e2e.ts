// Menu entries by user, and their targets.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const branch = (page: Page, name: string) => menu(page).getByRole('button', { name });

/** Opens every branch in turn. @returns the visible menu by branch: name and address of each item */
async function itemsOf(page: Page): Promise<Record<string, Record<string, string>>> {
  await page.goto('/');
  await expect(menu(page)).toBeVisible();
  const found: Record<string, Record<string, string>> = {};
  for (const name of await menu(page).getByRole('button').allInnerTexts()) {
    const button = branch(page, name);
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    // My approvals and my reports are outside the branches.
    await expect(menu(page).getByRole('link', { name: '我的审批' })).toBeVisible();
    await expect(menu(page).getByRole('link', { name: '报表', exact: true })).toBeVisible();
    const links = menu(page).locator('a:not([href="/def/base/bpm/todo"]):not([href="/def/base/report"])');
    const pairs = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    found[name] = Object.fromEntries(pairs) as Record<string, string>;
  }
  return found;
}

/** Follows each item and checks that its page opens. */
/** @param opens what a page appends to its item's address */
async function followAll(page: Page, items: Record<string, Record<string, string>>, opens = ''): Promise<void> {
  for (const [name, links] of Object.entries(items)) {
    for (const [label, href] of Object.entries(links)) {
      if ((await branch(page, name).getAttribute('aria-expanded')) === 'false') await branch(page, name).click();
      await menu(page).getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(href + opens);
      await expect(page.locator('.slot:not([hidden]) h1').first()).toBeVisible();
      await expect(page.getByText('This page could not be found')).toHaveCount(0);
    }
  }
}

const own = (role: string) => ({
  存放申请: `/${role}/wms/transaction/inbound`,
  领取申请: `/${role}/wms/transaction/outbound`,
  存储空间: `/${role}/wms/product-space`,
  库存列表: `/${role}/wms/product-box/list`,
  库存预警: `/${role}/wms/ews-product`,
  库存限值: `/${role}/wms/ews-limit`,
  校内共享: `/${role}/wms/share/offer`,
  共享申请: `/${role}/wms/share`,
  售后: `/${role}/wms/after-sales`,
  许可与备案: `/${role}/wms/permit`,
  流向登记: `/${role}/wms/hazard-flow`,
});

test('[S6.08, S2.11, S2.12, S2.13, S2.14, S2.15] a teacher has the deposits of the research group, and nothing else', async ({
  as,
}) => {
  const page = await as('teacher', { group: '催化化学课题组' });
  const items = await itemsOf(page);
  expect(items).toEqual({ 课题组存放: own('teacher') });
  await followAll(page, { 课题组存放: { 库存列表: own('teacher').库存列表 } });
});

test('[S6.08] each item of a teacher leads to its page', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', { group: '催化化学课题组' });
  await followAll(page, await itemsOf(page));
});

test(
  '[S6.09, S2.16, S2.17, S2.18, S2.19, S2.20] a supplier has the deposits of suppliers, and nothing else',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('supplier');
    const items = await itemsOf(page);
    expect(items).toEqual({ 供应商存放: own('supplier') });
    await followAll(page, items);
  },
);

test(
  '[S6.10, S2.21, S2.22, S2.23, S2.24, S2.25] purchasing staff have the deposits of purchasing, and nothing else',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('staff');
    const items = await itemsOf(page);
    expect(items).toEqual({ 采购存放: own('staff') });
    await followAll(page, items);
  },
);

test(
  '[S6.11, S6.12, S6.21, S2.26, S2.27] either reviewer has both reviews, the transfers they review, and nothing else',
  { tag: '@long' },
  async ({ as }) => {
    for (const name of ['reviewer', 'reviewer2']) {
      const page = await as(name);
      const items = await itemsOf(page);
      expect(items).toEqual({
        仓库管理: {
          入库审核: '/admin/wms/transaction/inbound',
          出库审核: '/admin/wms/transaction/outbound',
          移库: '/admin/wms/transaction/move',
          许可与备案: '/admin/wms/permit',
          盘点管理: '/admin/wms/inventory',
          待我盘点: '/admin/wms/inventory?mine=true',
        },
      });
      const { 移库, 许可与备案, 盘点管理: _counts, 待我盘点: _counting, ...reviews } = items['仓库管理']!;
      await followAll(page, { 仓库管理: reviews }, '?waiting=true&sort=submittedAt');
      await followAll(page, { 仓库管理: { 移库: 移库!, 许可与备案: 许可与备案! } });
      await expect(page.getByRole('link', { name: '新建移库' })).toHaveCount(0);
    }
  },
);

test(
  '[S6.13, S6.14, S6.16, S6.18, S6.19, S2.28, S2.29, S2.31, S2.33, S2.35] storekeepers have their work lists, stock, products and places',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('keeper');
    const items = await itemsOf(page);
    expect(items['仓库管理']).toEqual({
      入库上架: '/admin/wms/transaction/inbound?task=execute',
      出库拣货: '/admin/wms/transaction/outbound?task=execute',
      移库: '/admin/wms/transaction/move',
      存储空间: '/admin/wms/product-space',
      库位库存: '/admin/wms/warehouse-box/list',
      库存列表: '/admin/wms/product-box/list',
      台账: '/admin/wms/ledger',
      不符合规则的存放: '/admin/wms/storage-rule/standing',
      库存预警: '/admin/wms/ews-product',
      库存限值: '/admin/wms/ews-limit',
      许可与备案: '/admin/wms/permit',
      流向登记: '/admin/wms/hazard-flow',
      待我盘点: '/admin/wms/inventory?mine=true',
    });
    expect(items['基础信息']).toMatchObject({
      产品管理: '/admin/wms/product',
      批次: '/admin/wms/batch',
      容器管理: '/admin/wms/container',
    });
    await followAll(page, items);
  },
);

test(
  '[S1.19, S6.22, S6.23, S6.24, S2.38, S2.39, S2.40, S2.41, S2.42, S2.43, S2.44, S2.45, S2.46, S2.47, S2.48, S2.49] an administrator has users, permissions and every system screen',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    const items = await itemsOf(page);
    expect(items).toMatchObject({
      用户管理: { 用户管理: '/mg/user/mg', 组织: '/mg/wms/org' },
      权限管理: {
        角色: '/def/power/role',
        权限点: '/def/power/power',
        数据规则: '/def/power/rule/USER/WMS_ORG?subject_model=select',
        切换用户: '/def/power/proxy',
      },
      系统管理: {
        数据字典: '/def/sysbase/dic',
        消息发送: '/def/sysbase/msg-inbox/sender',
        系统配置: '/def/sysbase/sysconfig',
        菜单管理: '/def/sysbase/project/app/menu',
        报表查询: '/def/sysbase/report/query',
        系统日志: '/def/sysbase/log',
        流程管理: '/def/sysbase/bpm',
        系统维护: '/def/sysbase/maintain/upgrade',
      },
    });
    await followAll(page, items);
  },
);

test("[S1.33, S2.60, S2.61, S2.180] the root, and each role's root, lead to the first menu item; the menu collapses to icons, and a reload remembers it", async ({
  as,
}) => {
  const page = await as('supplier');
  const first = '/supplier/wms/transaction/inbound';
  // Below /admin a supplier sees nothing; below /def everyone has their approvals.
  for (const [path, leadsTo] of [
    ['/supplier', first],
    ['/admin', first],
    ['/def', '/def/base/bpm/todo'],
    ['/', first],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(leadsTo);
  }
  await expect(menu(page).getByRole('link', { name: '库存列表' })).toBeVisible();
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect(menu(page).getByRole('link', { name: '库存列表' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  await branch(page, '供应商存放').click();
  await page.getByRole('menuitem', { name: '库存列表' }).click();
  await expect(page).toHaveURL('/supplier/wms/product-box/list');
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect(menu(page).getByRole('link', { name: '库存列表' })).toHaveAttribute('aria-current', 'page');
});

test('[S2.186] opening a branch closes the other one', async ({ as }) => {
  const page = await as('keeper');
  await page.goto('/');
  await expect(branch(page, '仓库管理')).toHaveAttribute('aria-expanded', 'true');
  await branch(page, '基础信息').click();
  await expect(branch(page, '基础信息')).toHaveAttribute('aria-expanded', 'true');
  await expect(branch(page, '仓库管理')).toHaveAttribute('aria-expanded', 'false');
  await expect(menu(page).getByRole('link', { name: '移库' })).toHaveCount(0);
});

/** The window opened by a click. On a busy machine the browser occasionally drops the first click. */
async function windowOpenedBy(page: Page, click: () => Promise<void>): Promise<Page> {
  const opened: Page[] = [];
  await expect(async () => {
    const next = page.context().waitForEvent('page', { timeout: 15_000 });
    await Promise.all([next, click()]);
    opened.push(await next);
  }).toPass({ timeout: 60_000 });
  return opened[0]!;
}

test('[S2.189, S2.190] Ctrl or Meta opens an item in another window, and this one stays', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/');
  await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
  for (const key of ['Control', 'Meta'] as const) {
    const other = await windowOpenedBy(page, () =>
      menu(page)
        .getByRole('link', { name: '库存列表' })
        .click({ modifiers: [key] }),
    );
    // On a busy machine a window may take up to the test's timeout to load.
    await other.waitForURL('/supplier/wms/product-box/list');
    await other.close();
    await expect(page).toHaveURL('/supplier/wms/transaction/inbound');
  }
});

test('the collapsed menu leads to branches of another page role', { tag: '@long' }, async ({ as, product }) => {
  const page = await as(await makePerson(product, 'teacher', 'staff'), { group: '催化' });
  await page.goto('/teacher/wms/product-box/list');
  await page.getByRole('button', { name: '收起菜单' }).click();
  await branch(page, '采购存放').click();
  await page.getByRole('menuitem', { name: '库存列表' }).click();
  await expect(page).toHaveURL('/staff/wms/product-box/list');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
