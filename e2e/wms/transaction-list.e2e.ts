// Work lists of documents: bulk approval, and concurrent changes.
import { expect, test } from '../_world.ts';
import { unique } from '../_unique.ts';
import { listOf } from './_apply.ts';
import { Crew } from './_documents.ts';
import { button, dialog, ethanol, gloves } from './_work.ts';

const WAITING = `${listOf('admin', 'inbound')}?waiting=true`;

test('[F-U1][S1.05, S4.80] a reviewer approves documents in bulk after a preview of each; expired goods, and requests of others, are left out', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const mark = unique();
  const documents = [];
  for (const qty of ['1', '2', '3', '4']) documents.push(await crew.submitted({ ...gloves(qty), purpose: mark }));
  documents.push(await crew.submitted({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('1', -10)], purpose: mark }));
  const page = await as('reviewer');
  const rowOf = (no: string) => page.locator('tbody tr[data-row]').filter({ hasText: no, visible: true });
  const bar = page.getByRole('group', { name: '批量操作' });
  await page.goto(WAITING);
  for (const { no } of documents) await rowOf(no).getByRole('checkbox').check();
  await expect(bar).toContainText('已选 5');
  const [first, second, third, gone, expired] = documents;
  const manager = await crew.warehouse('manager');
  const giveBack = async ({ id, rev }: { id: string; rev: number }) =>
    expect((await manager.put(`/wms/transaction/${id}/return`, { rev, comment: '请补充' })).status).toBe(200);
  await giveBack(gone!);

  await bar.getByRole('button', { name: '批准' }).click();
  // Expired ones come first, visible and unchecked.
  const sheets = dialog(page)
    .getByRole('list', { name: /^批量批准 \d 张单据$/ })
    .getByRole('listitem');
  await expect(sheets).toHaveCount(4);
  await expect(dialog(page).getByText(`1 张单据不在待您审核之列，未列出：${gone!.no}`)).toBeVisible();
  // The open dialog is updated live.
  await giveBack(third!);
  await expect(sheets).toHaveCount(3);
  await expect(sheets.first()).toContainText(expired!.no);
  await expect(sheets.first()).toContainText('过期');
  await expect(sheets.first()).toContainText('C-ETHANOL');
  await expect(sheets.first().getByRole('checkbox')).not.toBeChecked();
  const left = dialog(page).getByText('1 张单据有风险，未勾选');
  await expect(left).toBeVisible();
  await sheets.first().getByRole('checkbox').check();
  await expect(left).toHaveCount(0);
  await sheets.first().getByRole('checkbox').uncheck();
  await expect(sheets.nth(1).getByRole('checkbox')).toBeChecked();
  await dialog(page).getByRole('button', { name: '批准 2 张' }).click();
  await expect(dialog(page)).toHaveCount(0);
  for (const { no } of [first!, second!]) await expect(rowOf(no)).toHaveCount(0);
  expect((await crew.read(first!.id)).state).toBe('APPROVED');
  expect((await crew.read(second!.id)).lines[0]).toMatchObject({ qtyAppr: '2' });
  expect((await crew.read(third!.id)).state).toBe('RETURNED');
  expect((await crew.read(expired!.id)).state).toBe('SUBMITTED');
});

test(
  '[S2.147] new documents of others wait above the list, and move no row until requested',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const before = await crew.submitted(gloves('4'));
    const page = await as('manager');
    await page.goto(WAITING);
    const rows = page.locator('tbody tr[data-row]').filter({ visible: true });
    await expect(rows.first()).toContainText(before.no);
    const note = button(page, /条有变化，点击刷新/);
    await expect(note).toHaveCount(0);
    const after = await crew.submitted(gloves('5'));
    await expect(note).toBeVisible();
    await expect(rows.first()).toContainText(before.no);
    await expect(rows.filter({ hasText: after.no })).toHaveCount(0);
    await note.click();
    await expect(rows.first()).toContainText(after.no);
    await expect(rows.nth(1)).toContainText(before.no);
    await expect(note).toHaveCount(0);
  },
);

test(
  "[S1.05, S2.147] [F-U13] a reviewer's list starts with pending ones, or says there are none; the chosen tab stays",
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('reviewer');
    const part = (name: string) => page.getByRole('group', { name: '单据范围' }).getByRole('button', { name, exact: true });
    await page.goto(listOf('admin', 'inbound'));
    await expect(page).toHaveURL(`${WAITING}&sort=submittedAt`);
    await expect(part('待我审核')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('tbody tr[data-row]').filter({ hasText: '已入库', visible: true })).toHaveCount(0);

    await part('全部').click();
    await expect(part('全部')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('tbody tr[data-row]').filter({ hasText: '已入库', visible: true })).not.toHaveCount(0);
    await page.reload();
    await expect(part('全部')).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`${listOf('admin', 'inbound')}?state=DONE`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${listOf('admin', 'inbound')}?state=DONE`);
    // Transfers inside a warehouse are never reviewed.
    const keeper = await as('keeper');
    await keeper.goto(`${listOf('admin', 'move')}?waiting=true`);
    await expect(keeper.getByText('没有待您审核的申请')).toBeVisible();
  },
);

test('[F-U12] the next document to review follows the order of the list', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const [before, last] = [await crew.submitted(gloves('2')), await crew.submitted(gloves('3'))];
  const page = await as('reviewer');
  await page.goto(`${listOf('admin', 'inbound')}?waiting=true&sort=-no`);
  await page.getByRole('link', { name: last.no }).click();
  await button(page, '批准').click();
  await page.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await expect(page.getByRole('link', { name: /^下一张/ })).toHaveAttribute('title', new RegExp(before.no));
});
