// The nightly import: enabled, previewed, run at once, and its results, by an administrator.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct, type Product } from '../_product.ts';
import { signedInAs } from '../_signed-in.ts';
import { expect, test } from '../_world.ts';
import { rows } from '../base/_inbox.ts';

const PAGE = '/def/sysbase/nightly';
let folder: string;
let product: Product;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kuwei-nightly-'));
  product = await startProduct({ NIGHTLY_DIR: folder });
});
test.afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true });
});

test(
  'an administrator previews the nightly files, imports them at once, and reads the results',
  { tag: '@long' },
  async ({ open }) => {
    test.setTimeout(180_000);
    writeFileSync(join(folder, 'people.csv'), '用户名,姓名,角色\nnight.one,夜一,教师（课题组）\nnight.two,夜二,系统管理员\n');
    const page = await open(await signedInAs(product.url, 'admin'), { baseURL: product.url });
    await page.goto(PAGE);
    await expect(page.getByText('未启用')).toBeVisible();
    await page.getByRole('button', { name: '只检查' }).click();
    // Each step is updated live.
    await expect(rows(page).first()).toContainText('完成', { timeout: 60_000 });
    await rows(page).first().getByRole('link').first().click();
    const detail = page.getByRole('complementary');
    await expect(detail).toContainText('只检查，没有写入');
    await expect(detail).toContainText('夜间导入不能授予或收回这些角色：系统管理员');

    await page.getByRole('button', { name: '立即导入' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '立即导入' }).click();
    await expect(rows(page)).toHaveCount(2, { timeout: 60_000 });
    await expect(rows(page).first()).toContainText('完成', { timeout: 60_000 });
    await page.goto('/def/base/msg-inbox');
    await page.getByText('夜间导入：新增 1，更新 0，有错误 1').first().click();
    await page
      .getByRole('link', { name: '查看' })
      .or(page.getByRole('link', { name: '打开' }))
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${PAGE}\\?show=`));
    await expect(page.getByRole('complementary')).toContainText('people.csv');

    await page.getByRole('link', { name: '设置', exact: true }).click();
    await page.getByText('启用夜间导入').first().click();
    await page.getByRole('switch').click();
    await page.getByLabel('修改原因', { exact: true }).fill('每晚导入');
    await page.getByRole('button', { name: '保存并继续编辑' }).click();
    await expect(page.getByRole('table', { name: '修改记录' })).toContainText('每晚导入');
    await page.goto(PAGE);
    await expect(page.getByText('已启用，每天 03:00 开始')).toBeVisible();
  },
);
