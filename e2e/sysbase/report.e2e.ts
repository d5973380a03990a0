// Reports: built without SQL, corrected in SQL, formatted, published, and run by permitted users.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { expect, PHONE, test } from '../_world.ts';
import { unique } from '../_unique.ts';

const QUERY = '/def/sysbase/report/query';
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const result = (page: Page): Locator => page.getByRole('region', { name: '报表结果' });

test('[S2.46, S2.115, S2.116, S2.117] a report is built without SQL, formatted, published, and run by each user on their own data', async ({
  as,
}) => {
  const admin = await as('admin');
  const name = `教务处要的数 ${unique()}`;
  await admin.goto(QUERY);
  await expect(admin.getByText('STOCK_VALUE')).toBeVisible();
  await admin.getByRole('link', { name: '新建报表' }).click();
  await admin.getByLabel('编码', { exact: true }).fill(`PROVOST-${unique()}`);
  await admin.getByLabel('名称', { exact: true }).first().fill(name);
  await admin.getByLabel('添加列').selectOption({ label: '所属组织' });
  await admin.getByLabel('添加列').selectOption({ label: '金额' });
  await group(admin, '金额').getByLabel('汇总').selectOption({ label: '合计' });
  await admin.getByLabel('添加条件').selectOption({ label: '产品类型' });
  await group(admin, '产品类型').getByLabel('值').selectOption({ label: '化学品' });
  await group(admin, '产品类型').getByLabel('运行时询问').check();
  await admin.getByLabel('添加排序').selectOption({ label: '金额 · 合计' });
  await expect(admin.locator('.report-sql-text')).toHaveValue(/^select owner_name, sum\(value\) as value_sum\n {2}from stock\n/);
  await admin.getByRole('button', { name: '检查' }).click();
  await expect(admin.getByText('语句正确', { exact: true })).toBeVisible();

  // Handwritten SQL is checked inline.
  await admin.getByRole('button', { name: '写 SQL' }).click();
  const sql = admin.locator('.report-sql-text');
  const right = await sql.inputValue();
  await sql.fill(right.replace('owner_name', 'owner_nmae'));
  await admin.getByRole('button', { name: '检查' }).click();
  await expect(admin.getByText('没有这一列')).toBeVisible();
  await admin.getByRole('button', { name: '1:8', exact: true }).click();
  expect(await sql.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd))).toBe(
    'owner_nmae',
  );
  await sql.fill(right);

  await choose(admin.getByLabel('状态', { exact: true }), '已发布');
  await choose(admin.getByLabel('可运行的角色'), '教师（课题组）');
  await admin.getByRole('button', { name: '保存并新建下一个' }).focus();
  await admin.keyboard.press('Control+s');
  await admin.getByRole('link', { name: '列', exact: true }).click();
  await admin.getByLabel('value_sum: 中文标签').fill('化学品金额');
  await admin.getByLabel('value_sum: 格式').selectOption({ label: '金额' });
  await admin.getByLabel('value_sum: 合计').selectOption({ label: '合计' });
  await admin.getByLabel('显示条形图').check();
  await admin.getByLabel('名称列').selectOption('owner_name');
  await admin.getByLabel('数值列').selectOption('value_sum');
  await admin.getByRole('button', { name: '保存', exact: true }).click();

  const manager = await as('manager');
  await manager.goto('/admin/base/report');
  await manager.getByText(name).click();
  await expect(result(manager).locator('thead')).toContainText('化学品金额');
  const seen = await result(manager).locator('tbody tr').count();
  expect(seen).toBeGreaterThan(2);
  await expect(manager.getByRole('figure', { name: '图表' }).getByRole('listitem')).toHaveCount(seen);
  await expect(result(manager).locator('tfoot')).toContainText('合计');
  const download = manager.waitForEvent('download');
  await manager.getByRole('button', { name: '导出 CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  const teacher = await as('teacher', { group: '催化', ...PHONE });
  await teacher.goto('/teacher/base/report');
  await teacher.getByText(name).click();
  await expect(result(teacher).locator('tbody tr')).toHaveCount(1);
  await expect(result(teacher)).toContainText('催化化学课题组');
  await teacher.getByLabel('产品类型').selectOption('');
  await teacher.getByRole('button', { name: '运行' }).click();
  await expect(teacher).toHaveURL(/p\.kind=(&|$)/);
});

test(
  '[S2.46] a user subscribes to a report with their filters, finds it in the inbox, and unsubscribes',
  { tag: '@long' },
  async ({ as }) => {
    test.setTimeout(300_000);
    const teacher = await as('teacher', { group: '催化' });
    await teacher.goto('/teacher/base/report');
    await teacher.getByRole('row').getByRole('link', { name: '即将过期的库存' }).click();
    await teacher.getByRole('button', { name: '订阅', exact: true }).click();
    const dialog = teacher.getByRole('dialog');
    await expect(dialog).toContainText('订阅“即将过期的库存”');
    await choose(dialog.getByRole('combobox', { name: /频率/ }), '每周');
    await choose(dialog.getByRole('combobox', { name: /星期/ }), '周五');
    await dialog.getByRole('button', { name: '订阅', exact: true }).click();
    await expect(teacher.getByText('已订阅：每周五 07:00')).toBeVisible();

    await teacher.goto('/teacher/base/report');
    await teacher.getByText('我的订阅', { exact: true }).click();
    await expect(teacher).toHaveURL('/teacher/base/report/plan');
    const row = teacher.getByRole('row').filter({ hasText: '即将过期的库存' });
    await expect(row).toContainText('催化化学课题组');
    await row.getByRole('button', { name: /立即发送/ }).click();
    await expect(teacher.getByText('正在生成，完成后会有消息')).toBeVisible();
    await teacher.goto('/def/base/msg-inbox');
    const message = teacher.getByText('报表：即将过期的库存').first();
    // If the notification is missed, the job runs within a minute.
    await expect(message).toBeVisible({ timeout: 150_000 });
    await message.click();
    await teacher
      .getByRole('link', { name: /打开|查看/ })
      .first()
      .click();
    await expect(teacher).toHaveURL(/\/def\/base\/report\/sent\?id=/);
    await expect(teacher.getByRole('heading', { level: 1 })).toContainText('即将过期的库存');
    await expect(teacher.getByText('已生成', { exact: true })).toBeVisible();

    await teacher.goto('/teacher/base/report/plan');
    await row
      .getByRole('button', { name: /更多|删除/ })
      .first()
      .click();
    await teacher.getByText('删除', { exact: true }).last().click();
    await teacher.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(row).toHaveCount(0);
  },
);
