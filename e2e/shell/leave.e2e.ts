// Every way out of a page with unsaved changes: input is kept, or the user is asked first.
import type { Page } from '@playwright/test';
import { makePerson } from '../_person.ts';
import { addField } from '../wms/_apply.ts';
import { expect, test } from '../_world.ts';
import { changeVersion } from './_wire.ts';

const FORM = '/teacher/wms/transaction/inbound/edit';
const TYPED = '填到一半的申请';
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const item = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const bar = (page: Page) => page.getByRole('navigation', { name: '打开的页面' });
const formTab = (page: Page) => bar(page).getByRole('link', { name: /新建存放申请|New deposit/ });
const purpose = (page: Page) => page.getByLabel(/^用途|^Purpose/).filter({ visible: true });
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: '现在离开，这些修改会丢失。' });
const tools = (page: Page, entry: string) => async () => {
  await page.getByRole('button', { name: /全部标签/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

interface Way {
  name: string;
  /** kept: the form stays in its tab. asked: nothing happens before an answer. restored: the draft is back. */
  ends: 'kept' | 'asked' | 'restored';
  go: (page: Page) => Promise<void>;
  /** From a page outside the tabs. */
  back?: true;
}

const WAYS: readonly Way[] = [
  { name: 'the menu', ends: 'kept', go: (page) => item(page, '库存列表').click() },
  {
    name: 'another tab, then the menu entry of its list',
    ends: 'kept',
    go: async (page) => {
      await bar(page).getByRole('link', { name: '库存列表' }).click();
      await item(page, '存放申请').click();
      await expect(page).toHaveURL('/teacher/wms/transaction/inbound');
    },
  },
  {
    name: 'a new form of another kind',
    ends: 'kept',
    go: async (page) => {
      await item(page, '领取申请').click();
      await page
        .getByRole('main')
        .getByRole('link', { name: /新建/ })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page).toHaveURL(/outbound\/edit/);
    },
  },
  { name: 'the title', ends: 'kept', go: (page) => page.getByRole('banner').getByRole('link').first().click() },
  {
    name: 'the finder',
    ends: 'kept',
    go: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: '查找' }).getByRole('combobox').fill('cckj');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/product-space/);
    },
  },
  {
    name: 'the messages',
    ends: 'kept',
    go: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('link', { name: /消息/ })
        .click();
      await page.getByRole('link', { name: '全部消息' }).click();
      await expect(page).toHaveURL(/msg-inbox/);
    },
  },
  { name: 'back', ends: 'kept', go: (page) => page.evaluate(() => history.back()) },
  {
    name: 'back and forward',
    ends: 'kept',
    go: async (page) => {
      await page.evaluate(() => history.back());
      await expect(purpose(page)).toHaveCount(0);
      await page.evaluate(() => history.forward());
    },
  },
  {
    name: 'the page role of another branch',
    ends: 'kept',
    go: async (page) => {
      await menu(page).getByRole('button', { name: '采购存放' }).click();
      await item(page, '存放申请').click();
      await expect(page).toHaveURL(/^[^?]*\/staff\//);
      await menu(page).getByRole('button', { name: '课题组存放' }).click();
    },
  },
  {
    name: 'another language',
    ends: 'kept',
    go: async (page) => {
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('button', { name: '中文' }).click();
      await expect(item(page, '存储空间')).toBeVisible();
    },
  },
  {
    name: 'a server that is away',
    ends: 'kept',
    go: async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await item(page, '存储空间').click();
      await expect(page).toHaveURL(/product-space/);
      await page.unroute('**/api/**');
    },
  },
  {
    name: 'another group',
    ends: 'asked',
    back: true,
    go: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('link', { name: /切换/ })
        .click();
      await page.getByRole('button', { name: '高分子材料课题组' }).click();
    },
  },
  {
    name: 'cancel',
    ends: 'asked',
    go: (page) => page.getByRole('button', { name: '取消', exact: true }).filter({ visible: true }).click(),
  },
  { name: 'closing the tab', ends: 'asked', go: (page) => bar(page).getByRole('button', { name: '关闭新建存放申请' }).click() },
  { name: 'closing all tabs', ends: 'asked', go: (page) => tools(page, '关闭全部')() },
  {
    name: 'closing the others from another tab',
    ends: 'asked',
    go: async (page) => {
      await item(page, '库存列表').click();
      await expect(page).toHaveURL(/product-box/);
      await tools(page, '关闭其他')();
    },
  },
  {
    name: 'building the page again',
    ends: 'asked',
    go: (page) => page.getByRole('button', { name: '刷新', exact: true }).first().click(),
  },
  {
    name: 'signing out',
    ends: 'asked',
    go: async (page) => {
      await page.getByRole('banner').locator('.account').click();
      await page.getByRole('menuitem', { name: '退出登录' }).click();
    },
  },
  {
    name: 'an update of the console',
    ends: 'restored',
    go: async (page) => {
      await page.route('**/assets/LedgerPage-*.js', (route) => route.abort());
      await page.reload();
    },
  },
];

test('[F-D3][S2.207, S2.208, S2.229] no way out of a page loses unsaved changes without a question', async ({ as, product }) => {
  test.setTimeout(180_000);
  const page = await as(await makePerson(product, 'teacher', 'staff'), { group: '催化' });
  // A reload may show the browser's own prompt; it is accepted, and the draft must be restored.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/teacher/wms/product-box/list');
  await item(page, '存放申请').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /新建/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(addField(page)).toBeVisible();
  await purpose(page).fill(TYPED);
  await expect(formTab(page).getByRole('img', { name: '有未保存的修改' })).toBeVisible();
  for (const way of WAYS)
    await test.step(way.name, async () => {
      await way.go(page);
      if (way.ends === 'asked') await question(page).getByRole('button', { name: '继续编辑' }).click();
      await expect(question(page)).toHaveCount(0);
      if (way.back) await page.evaluate(() => history.back());
      await expect(formTab(page).getByRole('img', { name: '有未保存的修改' })).toBeVisible();
      await formTab(page).click();
      await expect(page).toHaveURL(FORM);
      await expect(purpose(page)).toHaveValue(TYPED);
      if (way.ends === 'restored') await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible();
    });
});

test(
  '[F-D3][S2.208] the 16th page replaces the oldest one without unsaved changes, also after a reload',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('manager');
    page.on('dialog', (dialog) => void dialog.accept());
    await changeVersion(page, (info) => ({
      ...info,
      menus: [
        ...info.menus,
        ...Array.from({ length: 15 }, (_, at) => ({
          id: `x${at}`,
          idParent: null,
          code: `extra.${at}`,
          name: `附加页 ${at + 1}`,
          nameTag: null,
          url: `/admin/wms/product-space?extra=${at}`,
          urlExp: '[]',
          role: '[]',
          pageRole: '[]',
          icon: null,
        })),
      ],
    }));
    await page.goto('/admin/wms/warehouse/edit');
    await page.getByLabel('仓库名称').fill('还没有保存');
    const dot = bar(page).getByRole('img', { name: '有未保存的修改' });
    await expect(dot).toBeVisible();
    await item(page, '附加页 1').click();
    await page.reload();
    await expect(dot).toBeVisible();
    for (let at = 2; at <= 15; at++) await item(page, `附加页 ${at}`).click();
    await expect(bar(page).getByRole('link')).toHaveCount(15);
    await expect(bar(page).getByRole('link', { name: '附加页 1', exact: true })).toHaveCount(0);
    await bar(page)
      .getByRole('link', { name: /新建仓库/ })
      .click();
    await expect(page.getByLabel('仓库名称')).toHaveValue('还没有保存');
  },
);
