// Sending messages as an administrator, and receiving them.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { inDays } from '../wms/_documents.ts';
import { waitForUnreadCount, detail, INBOX, rows, unread } from '../base/_inbox.ts';

const SENDER = '/def/sysbase/msg-inbox/sender';
const dialog = (page: Page): Locator => page.getByRole('dialog');

// Like most users. The other files reduce motion; this one opens dialogs, drop-downs and a drawer.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });

test(
  '[S2.112] Tab leaves a multi-select without selecting; a message longer than the dialog scrolls',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin', { viewport: { width: 1440, height: 700 } });
    await page.goto(SENDER);
    await page.getByRole('button', { name: '写消息' }).first().click();
    const roles = dialog(page).getByLabel('角色', { exact: true });
    await roles.fill('供应');
    await expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveCount(1);
    await roles.press('Enter');
    const chosen = dialog(page).locator('.ant-select-selection-item');
    await expect(chosen).toHaveText(['供应商']);
    await roles.press('Tab');
    await expect(roles).not.toBeFocused();
    await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);
    await expect(chosen).toHaveText(['供应商']);
    await dialog(page).getByRole('button', { name: '发送' }).click();
    await expect(dialog(page)).toContainText('不能为空');
    await expect(dialog(page).getByRole('button', { name: '发送' })).toBeInViewport({ ratio: 1 });
  },
);

test('[S2.44, S2.112, S4.01, S4.28] a message to a user and a role: recipients are counted first, and badges go up in every window', async ({
  as,
}) => {
  const mark = unique();
  const page = await as('admin');
  const [one, two] = [await as('supplier'), await as('teacher2')];
  await one.goto(INBOX);
  await two.goto(INBOX);
  const other = await one.context().newPage();
  await other.goto(INBOX);
  const before = [await waitForUnreadCount(one), await waitForUnreadCount(two)];
  await waitForUnreadCount(other);

  await page.goto(SENDER);
  await page.getByRole('button', { name: '写消息' }).first().click();
  await expect(dialog(page).getByLabel('标题')).toBeFocused();
  await dialog(page).getByRole('button', { name: '发送' }).click();
  await expect(dialog(page)).toContainText('不能为空');
  await dialog(page).getByLabel('标题').fill(`${mark} 停电`);
  await dialog(page).getByLabel('内容').fill('周六停电。\n请提前取货。');
  await expect(dialog(page)).toContainText('还没有接收人');
  await choose(field(page, '用户'), '林晓雨', 'teacher2');
  await choose(field(page, '角色'), '供应商', '供应');
  // The number of suppliers depends on other tests.
  const reached = dialog(page).getByText(/将发给 ([2-9]|\d{2,}) 人：/);
  await expect(reached).toContainText('林晓雨');
  const count = /\d+/.exec(await reached.innerText())![0];
  await dialog(page).getByRole('button', { name: '发送' }).click();
  await expect(page.getByText(`已发给 ${count} 人`)).toBeVisible();
  await expect(rows(page).first()).toContainText(`${mark} 停电`);
  await expect(rows(page).first()).toContainText(`0 / ${count}`);
  for (const [at, window] of [one, two].entries()) await expect.poll(() => unread(window)).toBe(before[at]! + 1);
  await expect.poll(() => unread(other)).toBe(before[0]! + 1);

  await go(one, `${INBOX}?q=${mark}`);
  await rows(one).first().click();
  await expect(detail(one)).toContainText('请提前取货。');
  await expect.poll(() => unread(other)).toBe(before[0]!);

  // Recalled, it disappears everywhere for users who have not read it.
  await go(page, `${SENDER}?q=${mark}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`1 / ${count}`);
  await rows(page).first().click();
  await expect(detail(page).getByRole('listitem').filter({ hasText: '林晓雨' })).toContainText('未读');
  await detail(page).getByRole('button', { name: '撤回' }).click();
  await dialog(page).getByRole('button', { name: '撤回' }).click();
  await expect(rows(page)).toContainText('已撤回');
  await expect(detail(page).getByRole('listitem').filter({ hasText: '林晓雨' })).toContainText('未读，已撤回');
  await expect.poll(() => unread(two)).toBe(before[1]!);
  await go(two, `${INBOX}?q=${mark}`);
  await expect(two.getByText('没有符合条件的数据')).toBeVisible();
  await go(one, `${INBOX}?q=${mark}`);
  await expect(rows(one)).toHaveCount(1);
});

test(
  '[S2.112] a template is saved, filled in and sent; a scheduled message can be cancelled',
  { tag: '@long' },
  async ({ as }) => {
    const mark = unique();
    const page = await as('admin');
    await page.goto(`${SENDER}?view=template`);
    await page.getByRole('button', { name: '新建模板' }).first().click();
    const drawer = dialog(page);
    await drawer.getByLabel('编码').fill(`T-${mark.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
    await drawer.getByLabel('名称').fill(`${mark} 模板`);
    await drawer.getByLabel('标题').fill('{place}停电');
    await drawer.getByLabel('内容').fill(`${mark}：{place} 于 {time} 停电`);
    await drawer
      .getByRole('button', { name: /^保存$|保存并返回/ })
      .first()
      .click();
    await expect(drawer).toHaveCount(0);

    await page.goto(`${SENDER}?view=template&q=${mark}`);
    await rows(page)
      .getByRole('button', { name: /^使用/ })
      .click();
    await dialog(page).getByLabel('place').fill('东区');
    await expect(dialog(page).getByRole('region', { name: '预览' })).toContainText('东区 于 {time} 停电');
    await choose(field(page, '用户'), '赵国强', 'supplier');
    await dialog(page).getByRole('button', { name: '发送' }).click();
    await expect(dialog(page)).toContainText('不能为空');
    await dialog(page).getByLabel('time').fill('20:00');
    await dialog(page).getByLabel('发送时间').fill('2020-01-01T08:30');
    await dialog(page).getByRole('button', { name: '发送' }).click();
    await expect(dialog(page)).toContainText('不能早于现在');
    await dialog(page)
      .getByLabel('发送时间')
      .fill(`${inDays(1)}T08:30`);
    await dialog(page).getByRole('button', { name: '发送' }).click();
    await expect(page.getByText('已安排发送')).toBeVisible();

    await page.getByRole('group', { name: '内容' }).getByRole('button', { name: '已发送' }).click();
    const row = rows(page).filter({ hasText: `${mark} 模板` });
    await expect(row).toContainText('东区停电');
    await expect(row).toContainText('待发送');
    await expect(row).toContainText('08:30');
    await row.getByRole('button', { name: /^取消发送/ }).click();
    await dialog(page).getByRole('button', { name: '取消发送' }).click();
    await expect(row).toContainText('已撤回');
    const receiver = await as('supplier');
    await receiver.goto(`${INBOX}?q=${mark}`);
    await expect(receiver.getByText('没有符合条件的数据')).toBeVisible();
  },
);

test(
  '[S2.44, S2.112] the menu leads there; the address works under every role prefix, and on a phone',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('admin');
    await page.goto('/def/base/msg-inbox');
    await page.getByRole('navigation').getByText('系统管理').click();
    await page.getByRole('navigation').getByRole('link', { name: '消息发送' }).click();
    await expect(page).toHaveURL(new RegExp(`${SENDER}$`));
    await page.reload();
    await expect(page.getByRole('button', { name: '写消息' }).first()).toBeVisible();
    const phone = await as('admin', { viewport: { width: 390, height: 844 } });
    await phone.goto('/admin/sysbase/msg-inbox/sender');
    await phone.getByRole('button', { name: '写消息' }).first().click();
    await dialog(phone).getByLabel('标题').fill('手机');
    const width = await phone.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  },
);

test('[S2.44] a half-written message is not discarded without a question', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto(SENDER);
  await page.getByRole('button', { name: '写消息' }).first().click();
  const compose = page.getByRole('dialog', { name: '写消息' });
  await compose.getByLabel('标题').fill('写到一半');
  await compose.getByRole('button', { name: '取消' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改？' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(question).toHaveCount(0);
  await expect(compose.getByLabel('标题')).toHaveValue('写到一半');
  // A closing dialog swallows the key.
  await expect(async () => {
    if (!(await question.isVisible())) await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await question.getByRole('button', { name: '放弃修改' }).click();
  await expect(compose).toHaveCount(0);
  await page.getByRole('button', { name: '写消息' }).first().click();
  await compose.getByRole('button', { name: '取消' }).click();
  await expect(compose).toHaveCount(0);
});
