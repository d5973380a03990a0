// A role that requires a second factor: it has to be set up first.
import { Client } from 'pg';
import { databaseUrlOf, PASSWORD, startProduct } from '../_product.ts';
import { appCode, appStep } from '../_totp.ts';
import { expect, signIn, test } from '../_world.ts';

test(
  'a user whose role requires a second factor is led to set it up, saves the recovery codes, and continues',
  { tag: '@long' },
  async ({ browser }) => {
    const product = await startProduct();
    const database = new Client({ connectionString: databaseUrlOf(product) });
    await database.connect();
    await database.query(`insert into sys_config (code, value) values ('SYS_SECOND_FACTOR_ROLES', '["ROLE_SUPPLIER"]')`);
    await database.end();

    const page = await browser.newPage({ baseURL: product.url, locale: 'zh-CN' });
    await page.goto('/def/base/msg-inbox');
    await page.getByLabel('用户名').fill('supplier');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/def\/base\/user\/second-factor\?return_url=/);
    await expect(page.getByText('您的角色要求两步验证，请先设置再继续使用。')).toBeVisible();
    await page.goto('/def/base/msg-inbox?state=NEW');
    await expect(page).toHaveURL(/\/def\/base\/user\/second-factor\?return_url=/);
    await page.getByRole('button', { name: '开启两步验证' }).click();
    await page.getByLabel('当前密码').fill(PASSWORD);
    await page.getByRole('button', { name: '下一步' }).click();
    const secret = await page.locator('.second-secret').innerText();
    await page.getByLabel('验证码').fill(appCode(secret, appStep()));
    await page.getByRole('button', { name: '确认开启' }).click();
    await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: '已保存' }).click();
    await expect(page).toHaveURL(/\/def\/base\/msg-inbox\?state=NEW$/);
    await expect(page.getByRole('button', { name: /赵国强/ })).toBeVisible();

    const other = await browser.newPage({ baseURL: product.url, locale: 'zh-CN' });
    await signIn(other, 'teacher');
    await expect(other).not.toHaveURL(/second-factor/);
    await Promise.all([page.close(), other.close()]);
    await product.dispose();
  },
);
