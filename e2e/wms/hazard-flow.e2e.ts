// The flow register: from a document to its page, on paper and as a workbook; a month closed by two people; a report to the
// police.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { WarehouseOption } from '@kuwei/contract/wms/warehouse';
import { readXlsxObjects } from 'hucre/xlsx';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { Crew, inDays, lastMonth } from './_documents.ts';

/** Other tests create warehouses, whose names may come first. */
async function chemicals(url: string): Promise<string> {
  const keeper = await new Crew(url).warehouse('keeper');
  const { body } = await keeper.get<WarehouseOption[]>('/wms/warehouse/select');
  return `warehouse=${body.find(({ code }) => code === 'W1')!.id}`;
}

const rows = (page: Page) => page.locator('tbody tr[data-row]').filter({ visible: true });

test('a deposit of highly toxic goods is in the register with permit and both storekeepers, on paper, in the workbook, for its own group only', async ({
  as,
  product,
}) => {
  const crew = new Crew(product.url);
  const batchNo = unique();
  const { no } = await crew.done({
    type: 'INBOUND',
    warehouse: 'W1',
    lines: [{ code: 'C-NACN', qty: '2', batchNo, expiresOn: inDays(700) }],
  });
  const which = `${await chemicals(product.url)}&control=TOXIC`;
  const page = await as('manager');
  await page.goto(`/admin/wms/hazard-flow?${which}`);
  await expect(page.getByRole('heading', { name: '流向登记', level: 1 })).toBeVisible();
  const row = rows(page).filter({ hasText: batchNo });
  await expect(row).toContainText('氰化钠');
  await expect(row).toContainText('催化化学课题组');
  await expect(row).toContainText('公剧购2026-0017');
  await expect(page.getByRole('table', { name: '各产品收发存' })).toContainText('氰化钠');
  await expect(page.getByRole('button', { name: '结账' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const { data } = await readXlsxObjects(await readFile(await (await download).path()));
  const exported = data.find((each) => each['批号'] === batchNo)!;
  expect([exported['单号'], String(exported['收入']), exported['许可编号']]).toEqual([no, '2', '公剧购2026-0017']);
  expect(exported['保管员']).not.toBe(exported['第二保管员']);

  await page.getByRole('link', { name: '打印' }).click();
  // Other deposits of this month may need more pages.
  const sheets = page.getByRole('region', { name: /页/ });
  await expect(sheets.filter({ hasText: no })).toHaveCount(1);
  await expect(sheets.first()).toContainText('上月结存');
  await expect(sheets.last()).toContainText('第二保管员');
  for (const paper of ['A4', '241 × 140']) {
    await page.locator('.ant-segmented-item', { hasText: paper }).first().click();
    await expect(sheets.filter({ hasText: no })).toHaveCount(1);
  }
  await page.getByRole('link', { name: '返回流向登记' }).click();
  await row.getByRole('link', { name: no }).click();
  await expect(page.getByRole('heading', { name: new RegExp(no) })).toBeVisible();

  const teacher = await as('teacher', { group: '催化化学课题组' });
  await teacher.goto(`/teacher/wms/hazard-flow?${which}`);
  await expect(rows(teacher).filter({ hasText: batchNo })).toHaveCount(1);
  await expect(teacher.getByText('只包括您能看到的物品。')).toBeVisible();
  await expect(teacher.getByRole('button', { name: '结账' })).toHaveCount(0);
  const stranger = await as('teacher2', { group: '分子生物学课题组' });
  await stranger.goto(`/teacher/wms/hazard-flow?${which}`);
  await expect(stranger.getByText('只包括您能看到的物品。')).toBeVisible();
  await expect(rows(stranger).filter({ hasText: batchNo })).toHaveCount(0);
});

test(
  'a month of highly toxic goods is closed by one person, signed by another, and reopened with a reason',
  { tag: '@long' },
  async ({ as, product }) => {
    const month = lastMonth();
    const address = `/admin/wms/hazard-flow?${await chemicals(product.url)}&control=TOXIC&month=${month}`;
    const keeper = await as('keeper');
    await keeper.goto(address);
    await keeper.getByRole('button', { name: '结账' }).click();
    await expect(keeper.getByRole('dialog')).toContainText('剧毒物品还须由另一人签字');
    await keeper.getByRole('dialog').getByRole('button', { name: '结账', exact: true }).click();
    await expect(keeper.locator('.flow-bar')).toContainText('待第二人签字');
    await expect(keeper.getByRole('button', { name: '签字' })).toHaveCount(0);

    const other = await as('keeper2');
    await other.goto(address);
    await other.getByRole('button', { name: '签字' }).click();
    await other.getByRole('dialog').getByRole('button', { name: '签字', exact: true }).click();
    await expect(other.locator('.flow-bar')).toContainText('已结账');
    // Updated live.
    await expect(keeper.locator('.flow-bar')).toContainText('第二人签字');
    await expect(keeper.getByRole('button', { name: '撤销结账' })).toHaveCount(0);

    const manager = await as('manager');
    await manager.goto(address);
    await manager.getByRole('button', { name: '撤销结账' }).click();
    await manager.getByRole('dialog').getByLabel('原因').fill('漏记一笔');
    await manager.getByRole('dialog').getByRole('button', { name: '撤销结账', exact: true }).click();
    await expect(manager.locator('.flow-bar')).toContainText('未结账');
    await expect(manager.locator('.flow-note').filter({ hasText: '漏记一笔' })).toBeVisible();
  },
);

test('movements are exported, marked as reported with a number, and unmarked', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const batchNo = unique();
  await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [{ code: 'C-KNO3', qty: '1', batchNo, expiresOn: inDays(700) }] });
  const page = await as('manager');
  await page.goto(`/admin/wms/hazard-flow/report?${await chemicals(product.url)}&control=EXPLOSIVE_PRECURSOR`);
  await expect(rows(page).filter({ hasText: '硝酸钾' }).first()).toContainText('待报送');
  await page.getByRole('button', { name: '登记报送' }).click();
  const number = `报${unique()}`;
  await page.getByRole('dialog').getByLabel('报送编号').fill(number);
  await page.getByRole('dialog').getByRole('button', { name: '登记报送', exact: true }).click();
  await expect(page.getByText('没有待报送的收发。')).toBeVisible();
  await page.getByRole('button', { name: '已报送' }).click();
  const reported = rows(page).filter({ hasText: number }).filter({ hasText: '硝酸钾' }).first();
  await expect(reported).toBeVisible();
  await reported.getByRole('button', { name: '撤回报送' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('编号有误');
  await page.getByRole('dialog').getByRole('button', { name: '撤回报送', exact: true }).click();
  await expect(rows(page).filter({ hasText: number })).toHaveCount(0);
  await page.getByRole('group', { name: '报送状态' }).getByRole('button', { name: '待报送' }).click();
  await expect(rows(page).filter({ hasText: '硝酸钾' }).first()).toBeVisible();
});
