// Warehouses and containers: the place tree, racks, generating boxes.
import type { Page } from '@playwright/test';
import { go } from '../_go.ts';
import { expect, test } from '../_world.ts';
import { CONTAINERS, PlaceFixtures, WAREHOUSES } from './_places.ts';
import { unique } from '../_unique.ts';

const tree = (page: Page) => page.getByRole('tree', { name: '仓库与容器' });
const node = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name });
/** The selected place. */
const place = (page: Page) => page.locator('.places-detail');
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const rack = (page: Page) => page.getByRole('grid', { name: /货架图/ });
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

test('[S1.13, S2.123, S2.124, S2.35, S5.31, S6.19] a container is created from the menu, with every refusal at its field', async ({
  as,
  product,
}) => {
  const ground = await PlaceFixtures.open(product.url);
  await ground.container('C1');
  const page = await as('keeper');
  await page.goto(`${CONTAINERS}?at=${ground.warehouseId}`);
  await expect(node(page, new RegExp(`^${ground.code} `))).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: '新建容器' }).first().click();
  await expect(page.getByRole('heading', { name: '新建容器' })).toBeVisible();
  await expect(page.getByRole('region', { name: '位置' }).getByTitle(`${ground.code} ${ground.code} 仓库`)).toBeVisible();

  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(field(page, '容器编号')).toBeFocused();
  await expect(page.getByText('有 2 处需要修改')).toBeVisible();
  await field(page, '容器编号').fill('c1');
  await field(page, '容器名称').fill('防爆柜');
  await field(page, '行数').fill('201');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(field(page, '行数')).toBeFocused();
  await field(page, '行数').fill('4');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('“C1”已被使用')).toBeVisible();
  await field(page, '容器编号').fill('C2');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功。')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${CONTAINERS}(\\?|$)`));
  // The next step is offered on the page reached.
  await expect(place(page)).toContainText('这个容器里还没有库位');
  await dialog(page).getByRole('button', { name: '生成库位' }).click();
  await expect(place(page).getByRole('grid').getByRole('link')).toHaveCount(4);
  await page.getByRole('searchbox', { name: /查找容器/ }).fill(ground.code);
  await expect(node(page, 'C2 防爆柜')).toBeVisible();
});

test(
  '[S1.13, S5.31, S8.18] only an empty container can be deleted, after a question',
  { tag: '@long' },
  async ({ as, product }) => {
    const ground = await PlaceFixtures.open(product.url);
    const above = await ground.container('R1', { type: 'ROOM' });
    const inside = await ground.container('C1', { parentId: above });
    const page = await as('keeper');
    const remove = async (code: string): Promise<void> => {
      await place(page)
        .getByRole('button', { name: `更多操作：${code}` })
        .click();
      await page.getByRole('menuitem', { name: '删除' }).click();
      await expect(dialog(page)).toContainText('确认要删除此数据吗？');
    };
    await page.goto(`${CONTAINERS}?at=${above}`);
    await remove('R1');
    await dialog(page).getByRole('button', { name: '删除' }).click();
    await expect(page.getByText('正在被使用：1 个容器')).toBeVisible();

    await page.goto(`${CONTAINERS}?at=${inside}`);
    await remove('C1');
    await dialog(page).getByRole('button', { name: '取消' }).click();
    await expect(headline(page, /C1/)).toBeVisible();
    await remove('C1');
    await dialog(page).getByRole('button', { name: '删除' }).click();
    await expect(page.getByText('删除成功。')).toBeVisible();
    await expect(headline(page, /R1/)).toBeVisible();
    await expect(node(page, new RegExp(`${ground.code} C1`))).toHaveCount(0);
  },
);

test(
  '[S1.13] forty boxes are generated: previewed, existing ones skipped, more than 5,000 refused',
  { tag: '@long' },
  async ({ as, product }) => {
    const ground = await PlaceFixtures.open(product.url);
    const id = await ground.container('C1');
    const page = await as('keeper');
    await page.goto(`${CONTAINERS}?at=${id}`);
    const ask = async (rows: string, cols: string): Promise<void> => {
      await page.getByRole('button', { name: '生成库位' }).click();
      await dialog(page).getByLabel('行数').fill(rows);
      await dialog(page).getByLabel('列数').fill(cols);
    };
    const run = () => dialog(page).getByRole('button', { name: '生成库位' }).click();

    await ask('4', '10');
    await expect(dialog(page)).toContainText('新建 40 个');
    await expect(dialog(page)).toContainText(`${ground.code}-C1-R1-B1 `);
    await expect(dialog(page)).toContainText(`${ground.code}-C1-R4-B10`);
    await run();
    await expect(page.getByText('已生成 40 个库位，跳过 0 个')).toBeVisible();
    await expect(rack(page).getByRole('link')).toHaveCount(40);

    await ask('5', '10');
    await expect(dialog(page)).toContainText('跳过已有的 40 个');
    await run();
    await expect(page.getByText('已生成 10 个库位，跳过 40 个')).toBeVisible();

    await ask('100', '100');
    await run();
    await expect(dialog(page).locator('.form-field').filter({ hasText: '行数' })).toContainText('一次最多生成 5000 个库位');
    await dialog(page).getByRole('button', { name: '取消' }).click();
    await expect(rack(page).getByRole('link')).toHaveCount(50);
  },
);

test('[S1.13, S5.31] a container moves with its content, and never into itself', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  const [room, other] = [await ground.container('R1', { type: 'ROOM' }), await ground.container('R2', { type: 'ROOM' })];
  const shelf = await ground.container('S1', { type: 'SHELF', parentId: room });
  const page = await as('keeper');
  const ask = async (code: string): Promise<void> => {
    await place(page)
      .getByRole('button', { name: `更多操作：${code}` })
      .click();
    await page.getByRole('menuitem', { name: '移动' }).click();
    await dialog(page).getByRole('searchbox').fill(ground.code);
  };
  const target = (code: string) => dialog(page).getByRole('treeitem', { name: new RegExp(`${ground.code} ${code}`) });

  await page.goto(`${CONTAINERS}?at=${room}`);
  await ask('R1');
  await expect(target('S1')).toHaveAttribute('aria-disabled', 'true');
  await target('R2').click();
  // Meanwhile the target is moved into the container to be moved.
  await ground.moveInto(other, room);
  await dialog(page).getByRole('button', { name: '移到 R2' }).click();
  await expect(dialog(page)).toContainText('上级不能是自己或自己的下级');
  await dialog(page).getByRole('button', { name: '取消' }).click();

  await page.goto(`${CONTAINERS}?at=${shelf}`);
  await ask('S1');
  await target('R2').click();
  await dialog(page).getByRole('button', { name: '移到 R2' }).click();
  await expect(page.getByText(`已移到 ${ground.code} R2`)).toBeVisible();
  await expect(place(page)).toContainText(`R2 ${ground.code} R2`);
});

test('[S2.123] tree and rack are operated by keyboard alone', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  const id = await ground.container('C1');
  await ground.boxes(id, 2, 3);
  const page = await as('keeper');
  await page.goto(CONTAINERS);
  await page.getByRole('searchbox', { name: /查找容器/ }).fill(ground.code);
  await expect(tree(page).getByRole('treeitem')).toHaveCount(2);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(headline(page, /C1/)).toBeVisible();

  await rack(page).locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: `${ground.code}-C1-R2-B3，空` })).toBeFocused();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText(`${ground.code}-C1-R2-B3`);
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
});

test('[F-R10] a large rack is virtualized in both directions', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  const id = await ground.container('C1');
  await ground.boxes(id, 50, 100);
  const page = await as('keeper');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${CONTAINERS}?at=${id}`);
    await expect(rack(page).getByRole('link').first()).toBeVisible();
    expect(await rack(page).getByRole('link').count()).toBeLessThan(600);
    await rack(page).locator('[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('link', { name: `${ground.code}-C1-R1-B100，空` })).toBeFocused();
    expect(await rack(page).getByRole('link').count()).toBeLessThan(600);
  }
});

test('[S2.142, S2.143, S3.51] a warehouse is created, changed, closed and reopened', async ({ as }) => {
  const code = unique();
  const page = await as('manager');
  await page.goto(WAREHOUSES);
  await page.getByRole('link', { name: '新建仓库' }).first().click();
  await field(page, '仓库编号').fill(code);
  await field(page, '仓库名称').fill(`${code} 库`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByLabel('保管员')).toBeFocused();
  await page.getByLabel('保管员').fill('李保平');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功。')).toBeVisible();

  await go(page, `${WAREHOUSES}?q=${code}`);
  const row = page.locator('tbody tr[data-row]').filter({ hasText: code });
  await expect(row).toContainText('李保平');
  await row.getByRole('button', { name: /^关闭/ }).click();
  await dialog(page).getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(page.getByText(`已关闭${code} 库`)).toBeVisible();
  await row.getByRole('button', { name: /^重新启用/ }).click();
  await expect(page.getByText(`已重新启用${code} 库`)).toBeVisible();
});

test(
  '[S2.142, S2.143] a warehouse with toxic goods needs two storekeepers; one with stock cannot be closed',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('manager');
    await page.goto(`${WAREHOUSES}?q=W1`);
    const row = page.locator('tbody tr[data-row]').filter({ hasText: '化学品仓库' });
    await row.getByRole('button', { name: /^关闭/ }).click();
    await dialog(page).getByRole('button', { name: '关闭', exact: true }).last().click();
    await expect(page.getByText('不能关闭化学品仓库')).toBeVisible();
    await expect(page.getByText(/正在被使用/)).toBeVisible();

    await row.getByRole('link', { name: 'W1', exact: true }).click();
    const keepers = page.locator('.form-field').filter({ hasText: '保管员' });
    const taken = keepers.locator('.ant-select-selection-item');
    await expect(taken).toHaveCount(3);
    for (const left of [2, 1]) {
      await taken.last().locator('.ant-select-selection-item-remove').click();
      await expect(taken).toHaveCount(left);
    }
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(keepers).toContainText('存放剧毒品或危害未评估化学品的仓库至少需要两名保管员');
  },
);

test(
  '[S6.19] a storekeeper sees containers; a reviewer has neither the menu item nor the page',
  { tag: '@long' },
  async ({ as }) => {
    const keeper = await as('keeper');
    await keeper.goto(CONTAINERS);
    await expect(tree(keeper)).toBeVisible();
    const reviewer = await as('reviewer');
    await reviewer.goto('/admin');
    await expect(reviewer.getByRole('banner')).toBeVisible();
    await expect(reviewer.getByRole('link', { name: '容器管理' })).toHaveCount(0);
    await reviewer.goto(CONTAINERS);
    await expect(reviewer.getByText('403', { exact: true })).toBeVisible();
  },
);

test('[S2.123] on a phone tree and container are two steps', { tag: '@long' }, async ({ as, product }) => {
  const ground = await PlaceFixtures.open(product.url);
  const id = await ground.container('C1');
  await ground.boxes(id, 2, 2);
  const page = await as('keeper', { viewport: { width: 390, height: 844 } });
  await page.goto(CONTAINERS);
  await page.getByRole('searchbox', { name: /查找容器/ }).fill(ground.code);
  await node(page, /^C1 /).click();
  // It replaces the page title.
  await expect(page.getByRole('heading', { level: 1, name: /C1/ })).toBeVisible();
  await expect(tree(page)).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(`${ground.code}-C1-R1-B2`) }).click();
  await expect(page.getByRole('complementary')).toContainText('库位是空的');
  await page.goBack();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.getByRole('link', { name: /返回容器树/ }).click();
  await expect(tree(page)).toBeVisible();
});
