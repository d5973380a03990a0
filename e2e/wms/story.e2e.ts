// The whole story with three users at work at once: goods are deposited, and collected again.
import type { Page } from '@playwright/test';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { cell, chooseWarehouse, scan } from './_apply.ts';
import { inDays } from './_documents.ts';
import { button, dialog } from './_work.ts';

const LAB = { group: '催化化学' };
const INBOX = '/def/base/msg-inbox';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** The state in the current page: others stay in the background. */
const state = (page: Page, name: string) => page.getByText(name, { exact: true }).filter({ visible: true }).first();

/** @returns number of the document */
async function submit(page: Page): Promise<string> {
  await page.getByRole('button', { name: /提\s*交/ }).click();
  await expect(title(page)).toContainText(/(IN|OUT)\d+/);
  await expect(state(page, '待审核')).toBeVisible();
  return /(?:IN|OUT)\d+/.exec(await title(page).innerText())![0];
}

/** Opens the document of an inbox message. */
async function openFromInbox(page: Page, text: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /未读/ })
    .click();
  await page.getByRole('link', { name: '全部消息' }).click();
  await page.getByRole('searchbox').fill(text.replace(/^.*：/, ''));
  await page.getByRole('link', { name: `打开单据：${text}` }).click();
  await expect(title(page)).toContainText(text.replace(/^.*：/, ''));
}

async function approve(page: Page, after: string): Promise<void> {
  await button(page, '批准').click();
  await dialog(page).getByRole('button', { name: '批准', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(state(page, after)).toBeVisible();
}

const stockOf = (page: Page, batch: string) => page.locator('tbody tr[data-row]').filter({ hasText: batch });

test('[S1.01, S1.02, S1.05, S1.06, S4.80, S4.81] deposited, reviewed, put away; requested, reviewed, collected', async ({
  as,
}) => {
  test.setTimeout(180_000);
  const batch = unique();
  const teacher = await as('teacher', LAB);
  const reviewer = await as('reviewer');
  const keeper = await as('keeper');
  await reviewer.goto(INBOX);
  await keeper.goto('/admin/wms/transaction/inbound?task=execute');
  const bell = reviewer.getByRole('banner').getByRole('link', { name: /未读/ });
  const before = await bell.getAttribute('aria-label');

  await test.step('the teacher files a deposit', async () => {
    await teacher.goto('/teacher/wms/transaction/inbound/edit');
    await chooseWarehouse(teacher, '化学品仓库');
    await scan(teacher, 'C-ETHANOL');
    await cell(teacher, 1, '批号').fill(batch);
    await cell(teacher, 1, '有效期至').fill(inDays(900));
    await cell(teacher, 1, '数量').fill('3');
  });
  const deposit = await submit(teacher);

  await test.step('the reviewer is notified at once, and approves', async () => {
    await expect(bell).not.toHaveAttribute('aria-label', before!);
    await openFromInbox(reviewer, `待审核：${deposit}`);
    await approve(reviewer, '待上架');
  });

  await test.step("the teacher's page is updated live; the storekeeper puts the goods away", async () => {
    await expect(state(teacher, '待上架')).toBeVisible();
    await openFromInbox(keeper, `待上架：${deposit}`);
    await keeper.getByRole('button', { name: '全部采用建议' }).click();
    await keeper.getByRole('button', { name: '完成入库' }).click();
    await dialog(keeper).getByRole('button', { name: '全部完成' }).click();
    await expect(state(keeper, '已入库')).toBeVisible();
    await expect(state(teacher, '已入库')).toBeVisible();
  });

  await test.step('the teacher has it in stock', async () => {
    await go(teacher, `/teacher/wms/product-box/list?q=${batch}`);
    await expect(stockOf(teacher, batch)).toHaveCount(1);
    await expect(stockOf(teacher, batch)).toContainText('3 瓶');
  });

  await test.step('and requests some of it', async () => {
    await go(teacher, '/teacher/wms/transaction/outbound/edit');
    await chooseWarehouse(teacher, '化学品仓库');
    await teacher.getByRole('button', { name: '选择库存' }).click();
    await dialog(teacher).getByRole('searchbox').fill(batch);
    const row = dialog(teacher).getByRole('row').filter({ hasText: batch });
    // Wait until stale rows are gone: header and result.
    await expect(dialog(teacher).getByRole('row')).toHaveCount(2);
    await row.getByRole('checkbox').check();
    await dialog(teacher).getByRole('button', { name: '加入 1 项' }).click();
    await cell(teacher, 1, '数量').fill('1');
  });
  const collection = await submit(teacher);
  await openFromInbox(reviewer, `待审核：${collection}`);
  await approve(reviewer, '待拣货');

  await test.step("the goods are issued against the teacher's pick-up code", async () => {
    const code = (await teacher.locator('.pickup-code-digits').innerText()).replace(/\D/g, '');
    expect(code).toHaveLength(6);
    await openFromInbox(keeper, `待拣货：${collection}`);
    await keeper.getByRole('button', { name: '完成出库' }).click();
    await dialog(keeper).getByLabel('领取码').fill(code);
    await dialog(keeper).getByRole('button', { name: '全部完成' }).click();
    await expect(state(keeper, '已出库')).toBeVisible();
    await expect(state(teacher, '已出库')).toBeVisible();
    await go(teacher, `/teacher/wms/product-box/list?q=${batch}`);
    await expect(stockOf(teacher, batch)).toContainText('2 瓶');
  });
});
