// Settings, changed by an administrator and effective at once for everyone.
import type { Locator, Page } from '@playwright/test';
import { unique } from '../_unique.ts';
import { expect, PHONE, test } from '../_world.ts';
import { rows } from '../base/_inbox.ts';

const LIST = '/def/sysbase/sysconfig';
const openSetting = async (page: Page, code: string): Promise<void> => {
  await page.goto(`${LIST}/edit?id=${code}`);
  await expect(page.getByText(code, { exact: true }).filter({ visible: true }).first()).toBeVisible();
};
const value = (page: Page): Locator => page.getByLabel('当前值', { exact: true });
const reason = (page: Page): Locator => page.getByLabel('修改原因', { exact: true });
const history = (page: Page): Locator => page.getByRole('table', { name: '修改记录' }).locator('tbody tr');
const stay = (page: Page) => page.getByRole('button', { name: '保存并继续编辑' }).click();

test('[S2.45, S2.106, S2.107] a title set by the administrator appears in a teacher’s open page at once, with user and reason in its history', async ({
  as,
}) => {
  const teacher = await as('teacher', { group: '催化' });
  await teacher.goto('/teacher/wms/transaction/inbound');
  await expect(rows(teacher).first()).toBeVisible();
  await teacher.evaluate(() => ((window as unknown as { stays: boolean }).stays = true));
  const title = `库房${unique()}`;

  const page = await as('admin');
  await page.goto('/def/sysbase/dic');
  await page
    .getByRole('button', { name: '系统管理' })
    .or(page.getByRole('link', { name: '系统管理' }))
    .first()
    .click();
  await page.getByRole('link', { name: '系统配置' }).click();
  await expect(page).toHaveURL(LIST);
  await page.getByPlaceholder('名称、编码或说明').fill('控制台标题');
  await rows(page).filter({ hasText: '控制台标题' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/sysconfig\/edit\?id=SYS_ADMIN_TITLE$/);

  await value(page).fill('');
  await reason(page).fill('更名');
  await stay(page);
  await expect(page.getByText('该字段不能为空')).toBeVisible();
  await value(page).fill(title);
  await stay(page);
  await expect(history(page).first()).toContainText(title);
  await expect(history(page).first()).toContainText('系统管理员');
  await expect(history(page).first()).toContainText('更名');
  await expect(reason(page)).toHaveValue('');
  await expect(teacher.getByRole('banner')).toContainText(title);
  await expect(teacher).toHaveTitle(new RegExp(title));

  await page.getByRole('button', { name: '恢复默认值' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`当前值“${title}”将改为“管理系统”`);
  await dialog.getByLabel('修改原因').fill('试完');
  await dialog.getByRole('button', { name: '恢复默认值' }).click();
  await expect(value(page)).toHaveValue('管理系统');
  await expect(teacher.getByRole('banner')).toContainText('管理系统');
  expect(await teacher.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
});

test('[S2.107] a previous value is restored, and an invalid one is rejected at its field', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await openSetting(page, 'WMS_OUTBOUND_VALUE_LIMIT');
  for (const amount of ['123.45', '678']) {
    await value(page).fill(amount);
    await reason(page).fill(`改为 ${amount}`);
    await stay(page);
    await expect(history(page).first()).toContainText(`改为 ${amount}`);
  }
  await value(page).fill('-5');
  await stay(page);
  // Together with the missing reason, not after it.
  await expect(page.getByText('必须介于0到1000000000000之间')).toBeVisible();
  await expect(reason(page)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: '恢复为“123.45”' }).click();
  await page.getByRole('dialog').getByLabel('修改原因').fill('恢复前一次');
  await page.getByRole('dialog').getByRole('button', { name: '恢复此值' }).click();
  await expect(history(page).first()).toContainText('123.45');

  await openSetting(page, 'SYS_SECOND_FACTOR_ROLES');
  await page.getByRole('combobox', { name: '当前值' }).fill('系统管理员');
  await page.keyboard.press('Enter');
  await reason(page).fill('加强安全');
  await stay(page);
  await expect(page.getByText('还没有系统管理员设置两步验证', { exact: false })).toBeVisible();
});

test('[S2.106] settings are filtered by group and by change, on a phone as well', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await page.goto(`${LIST}?group=WAREHOUSE`);
  await expect(rows(page).filter({ hasText: '领取金额上限' })).toBeVisible();
  await expect(rows(page).filter({ hasText: '控制台标题' })).toHaveCount(0);
  await page.goto(`${LIST}?changed=true`);
  await expect(rows(page).filter({ hasText: '英文标题' })).toContainText('Warehouse Management');
  await expect(rows(page).filter({ hasText: '登录地址' })).toHaveCount(0);
  await page.setViewportSize(PHONE.viewport);
  await openSetting(page, 'WMS_LEDGER_PROOF_DAYS');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width);
});

test('[F-3N22] provisioning rules are tried before they are saved', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  await openSetting(page, 'SYS_SSO_RULES');
  await value(page).fill('affiliation=faculty -> identity=STAFF; role=ROLE_TEACHER; org=@department');
  await page.getByLabel('用户名', { exact: true }).fill('2026001');
  const claims = page.getByLabel('属性', { exact: true });
  await claims.fill('nothing');
  await expect(page.getByText('第 1 行不是“属性=值”')).toBeVisible();
  await claims.fill('affiliation=faculty\ndepartment=LAB-BIO');
  await page.getByRole('button', { name: '查看结果' }).click();
  await expect(page.getByText('符合第 1 行，将建立账户')).toBeVisible();
  await expect(page.getByText('分子生物学课题组')).toBeVisible();
  // A changed trial has no result yet.
  await claims.fill('affiliation=guest');
  await expect(page.getByText('符合第 1 行，将建立账户')).toBeHidden();
  await page.getByRole('button', { name: '查看结果' }).click();
  await expect(page.getByText('没有符合的规则，不能进入')).toBeVisible();
});
