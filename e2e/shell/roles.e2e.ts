// A user with several roles or groups: the role and group of the current page are shown, never guessed.
import { makePerson } from '../_person.ts';
import { expect, signIn, test } from '../_world.ts';
import { Crew } from '../wms/_documents.ts';
import { ethanol, gloves } from '../wms/_work.ts';

test('[F-V1] header, tabs and forms name the role and organisation of the current page', async ({ as, product }) => {
  const page = await as(await makePerson(product, 'supplier', 'staff', 'manager'));
  const header = page.locator('.group-switch-name');
  const tabs = page.getByRole('navigation', { name: '打开的页面' });
  await page.goto('/staff/wms/transaction/inbound');
  await expect(header).toHaveText('采购人员 · 采购办公室');
  await page.goto('/supplier/wms/transaction/inbound');
  await expect(header).toHaveText('供应商 · 国药试剂供应商');
  await expect(tabs.getByRole('link', { name: '存放申请 · 采购人员' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: '存放申请 · 供应商' })).toBeVisible();

  await page.getByRole('link', { name: '新建存放申请' }).click();
  await expect(page.locator('.page-head').filter({ visible: true })).toContainText('国药试剂供应商');
  await tabs.getByRole('link', { name: '存放申请 · 采购人员' }).click();
  await expect(header).toHaveText('采购人员 · 采购办公室');

  const { id } = await new Crew(product.url).submitted(gloves('1'));
  await page.goto(`/admin/wms/transaction/inbound/edit?id=${id}`);
  await expect(header).toHaveText('仓库管理员 · 校仓储中心');
  await expect(page.locator('.document-facts').filter({ visible: true })).toContainText('催化化学课题组');
});

test('[F-D10] opening a document of another own group offers to switch to it', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'teacher');
  const { id, no } = await new Crew(product.url).submitted(gloves('1'));
  const page = await guest();
  await signIn(page, person);
  await page.goto('/def/wms/user/switchorg');
  await page.getByRole('button', { name: '高分子材料课题组' }).click();
  await page.waitForURL((address) => !address.pathname.includes('/switchorg'));
  await page.goto(`/teacher/wms/transaction/inbound/edit?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('此单据属于催化化学课题组');
  await page.getByRole('button', { name: '切换到催化化学课题组' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(no);
  await expect(page.locator('.group-switch-name')).toContainText('催化化学课题组');
});

test(
  "[F-D10] [F-U15] a message about another own group's batch offers to switch, and the list shows its full state",
  { tag: '@long' },
  async ({ guest, product }) => {
    const person = await makePerson(product, 'teacher');
    const crew = new Crew(product.url);
    const { lines } = await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('1')] });
    const manager = await crew.warehouse('manager');
    const batchNo = lines[0]!.batchNo!;
    const { body } = await manager.get<{ list: { id: string; rev: number }[] }>(`/wms/batch?q=${batchNo}`);
    const [batch] = body.list;
    await manager.put(`/wms/batch/${batch!.id}/status`, { status: 'HOLD', reason: '等待复检', rev: batch!.rev });
    const page = await guest();
    await signIn(page, person);
    await page.goto('/def/wms/user/switchorg');
    await page.getByRole('button', { name: '高分子材料课题组' }).click();
    await page.waitForURL((address) => !address.pathname.includes('/switchorg'));
    await page.goto('/teacher/base/msg-inbox');
    await page
      .getByRole('link', { name: /打开.*批次已冻结：无水乙醇/ })
      .first()
      .click();
    await expect(page.getByText('这条消息说的是催化化学课题组的库存')).toBeVisible();
    await page.getByRole('button', { name: '切换到催化化学课题组' }).click();
    await expect(page.locator('.group-switch-name')).toContainText('催化化学课题组');
    await expect(page.getByText('这条消息说的是')).toHaveCount(0);
    const cell = page.locator('.stock-batch').filter({ hasText: batchNo });
    await expect(cell).toBeVisible();
    // The state of a batch is never truncated, however long its number is.
    const isWhole = await cell.locator('.state-tag').evaluate((tag) => {
      const { left, right } = tag.getBoundingClientRect();
      const around = tag.closest('td')!.getBoundingClientRect();
      return left >= around.left && right <= around.right && tag.scrollWidth <= tag.clientWidth;
    });
    expect(isWhole).toBe(true);
  },
);
