// Boxes: content, locking, labels; and the batches in them.
import type { Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { BOXES, PlaceFixtures } from './_places.ts';

/** Rows of the current page: background pages keep theirs. */
const rows = (page: Page) => page.locator('tbody tr[data-row]').filter({ visible: true });
const bar = (page: Page) => page.getByRole('group', { name: '批量操作' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const pane = (page: Page) => page.getByRole('complementary');

test('[S1.08, S2.29, S2.144, S2.146, S6.14] boxes are listed with their content; an occupied one cannot be retired', async ({
  as,
}) => {
  const page = await as('keeper');
  await page.goto('/admin/wms/warehouse-box');
  await expect(page.getByRole('heading', { name: '库位库存', level: 1 })).toBeVisible();
  await go(page, '/admin/wms/warehouse-box/grid');
  await expect(page.getByText('This page could not be found')).toBeVisible();

  await go(page, BOXES);
  await page.getByRole('group', { name: '占用情况' }).getByRole('button', { name: '有货' }).click();
  await page.getByRole('searchbox', { name: /库位编号/ }).fill('W1-C01-R1-B1');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/occupied=true/);
  await rows(page).getByRole('link', { name: 'W1-C01-R1-B1', exact: true }).click();
  await expect(pane(page)).toContainText('C-ACETONE');
  await expect(pane(page)).toContainText('催化化学课题组');

  await pane(page).getByRole('button', { name: '更多操作：W1-C01-R1-B1' }).click();
  await expect(page.getByRole('menuitem', { name: '停用' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await rows(page).getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: '停用' }).click();
  await dialog(page).getByRole('button', { name: '停用' }).click();
  await expect(dialog(page).getByRole('row').filter({ hasText: 'W1-C01-R1-B1' })).toContainText('库位 W1-C01-R1-B1 还有库存');
});

test('[S2.145, S5.31] a box is created and changed on its own screen', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  const id = await ground.container('C1');
  await ground.boxes(id, 1, 1);
  const page = await as('keeper');
  await page.goto(`/admin/wms/warehouse-box/edit?containerId=${id}`);
  await expect(field(page, '库位编号')).toHaveValue(`${ground.code}-C1-`);
  await field(page, '库位编号').fill(`${ground.code}-C1-R1-B1`);
  await field(page, '品项上限').fill('2');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(`“${ground.code}-C1-R1-B1”已被使用`)).toBeVisible();
  await field(page, '库位编号').fill(`${ground.code}-TOP`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功。')).toBeVisible();

  await page.goto(`${BOXES}?q=${ground.code}-TOP`);
  await rows(page)
    .getByRole('link', { name: /^编辑/ })
    .click();
  await field(page, '品项上限').fill('3');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功。')).toBeVisible();
  await expect(rows(page)).toContainText('0 / 3');
});

test('[S2.146] boxes are locked for a reason, unlocked and retired, one by one or in bulk', async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  await ground.boxes(await ground.container('C1'), 1, 3);
  const page = await as('keeper');
  await page.goto(`${BOXES}?q=${ground.code}`);
  const first = rows(page).first();
  await first.getByRole('button', { name: /^锁定/ }).click();
  await choose(dialog(page).getByLabel('原因'), '安全');
  await dialog(page).getByRole('button', { name: '锁定' }).click();
  await expect(page.getByText(`已锁定 ${ground.code}-C1-R1-B1`)).toBeVisible();
  await expect(first).toContainText('锁定（安全）');

  await page.getByRole('checkbox', { name: '选择本页' }).click();
  await bar(page).getByRole('button', { name: '锁定', exact: true }).click();
  await dialog(page).getByRole('radio', { name: '维护' }).check();
  await dialog(page).getByRole('button', { name: '锁定' }).click();
  const refused = dialog(page).filter({ hasText: '未能锁定' });
  await expect(refused.getByRole('row').filter({ hasText: `${ground.code}-C1-R1-B1` })).toBeVisible();
  await refused.getByRole('button', { name: '关闭' }).last().click();
  await expect(rows(page).nth(2)).toContainText('锁定（维护）');

  await first.getByRole('button', { name: /^解锁/ }).click();
  await expect(page.getByText(`已解锁 ${ground.code}-C1-R1-B1`)).toBeVisible();
  await first.getByRole('button', { name: /^更多操作/ }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect(dialog(page)).toContainText('停用后不能恢复');
  await dialog(page).getByRole('button', { name: '停用' }).click();
  await expect(page.getByText(`已停用 ${ground.code}-C1-R1-B1`)).toBeVisible();
  await expect(first.getByRole('button', { name: /^锁定/ })).toHaveAttribute('aria-disabled', 'true');
});

test(
  '[S2.146] [F-V5] labels of forty boxes fill two A4 sheets with a 5 mm margin, or forty single labels; each leads to its box',
  { tag: '@long' },
  async ({ as, product }) => {
    const ground = await PlaceFixtures.open(product.url);
    const id = await ground.container('C1');
    const [box] = await ground.boxes(id, 4, 10);
    const page = await as('keeper');
    await page.goto(`/admin/wms/warehouse-box/labels?containerId=${id}`);
    await expect(page.getByText('40 张标签')).toBeVisible();
    await expect(page.getByRole('img', { name: /^QR/ })).toHaveCount(40);
    expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
    expect(Math.min(...(await margins(page)))).toBeGreaterThanOrEqual(5);
    await page.getByLabel('从第几格开始').fill('10');
    expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(3);
    await page.getByLabel('规格').selectOption('50x30');
    expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(40);

    // The current label format, and an older one.
    for (const address of [`/Q/B${box!.qrToken}`, `/admin/wms/warehouse-box/by-qr/${box!.qrToken}`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: box!.code })).toBeVisible();
    }
    await page.getByRole('link', { name: '查看库位' }).click();
    await expect(page).toHaveURL(new RegExp(`show=${box!.id}`));
    await expect(pane(page)).toContainText(box!.code);
  },
);

/** Smallest distance of label content from the edges of the sheet, mm. */
async function margins(page: Page): Promise<number[]> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.locator('.label-sheet').evaluateAll((all) =>
    all.flatMap((sheet) => {
      const paper = sheet.getBoundingClientRect();
      return [...sheet.querySelectorAll('.qr-code path, .label-text')].flatMap((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width === 0 ? [] : [left - paper.left, paper.right - right];
      });
    }),
  );
  await page.emulateMedia({ media: null });
  expect(found.length).toBeGreaterThan(80);
  return found.map((px) => (px * 25.4) / 96);
}

/** Pages of a PDF. */
const sheets = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('[S2.146] on a phone boxes are cards, and one fills the screen', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  await ground.boxes(await ground.container('C1'), 1, 2);
  const page = await as('keeper', { viewport: { width: 390, height: 844 } });
  await page.goto(`${BOXES}?q=${ground.code}`);
  await page
    .getByRole('link', { name: `${ground.code}-C1-R1-B2` })
    .first()
    .click();
  await expect(pane(page)).toContainText('库位是空的');
  expect((await pane(page).boundingBox())!.width).toBe(390);
});

test('[F-U12] a batch shows its locations and owners; it is put on hold with a reason, after a preview of the consequences, and released', async ({
  as,
}) => {
  const page = await as('manager');
  await page.goto('/admin/wms/product?q=C-SILICA');
  await rows(page).first().getByRole('link').first().click();
  await pane(page).getByRole('link', { name: '批次' }).click();
  await expect(page.getByRole('heading', { name: '批次', level: 1 })).toBeVisible();
  const batch = rows(page).filter({ hasText: 'SG2605' });
  await batch.getByRole('link').first().click();
  const lies = page.getByRole('region', { name: /^库位与所属组织/ });
  await expect(lies.getByRole('link').first()).toHaveText(/W\d-.*课题组/);
  await batch.getByRole('button', { name: /^冻结/ }).click();
  await expect(dialog(page)).toContainText('不能再申领、出库');
  await expect(dialog(page)).toContainText('都会收到通知');
  await dialog(page).getByRole('button', { name: '冻结' }).click();
  await expect(dialog(page).getByLabel('原因')).toBeFocused();
  await dialog(page).getByLabel('原因').fill('厂家通知复检');
  await dialog(page).getByRole('button', { name: '冻结' }).click();
  await expect(batch).toContainText('冻结');
  await expect(batch).toContainText('厂家通知复检');
  await batch.getByRole('button', { name: /^解除/ }).click();
  await dialog(page).getByLabel('原因').fill('复检合格');
  await dialog(page).getByRole('button', { name: '解除' }).click();
  await expect(batch).toContainText('正常');

  await batch.getByRole('button', { name: /^更正日期/ }).click();
  await dialog(page).getByLabel('生产日期').fill('2026-05-02');
  await dialog(page).getByLabel('有效期至').fill('2026-05-01');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(dialog(page)).toContainText('有效期不能早于生产日期');
});
