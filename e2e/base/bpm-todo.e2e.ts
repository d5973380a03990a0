// A reviewer's tasks: reviewed one after the other, reassigned, returned, on desktop and phone.
import type { DefinitionRow } from '@kuwei/contract/bpm/definition';
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { PASSWORD } from '../_product.ts';
import { expect, PHONE, signIn, test } from '../_world.ts';
import { Crew, type DocumentSpec } from '../wms/_documents.ts';
import { ethanol, gloves } from '../wms/_work.ts';

const TODO = '/def/base/bpm/todo';
/** Newest first: other tests leave requests as well. */
const NEWEST = `${TODO}?sort=-at`;
const row = (page: Page, no: string): Locator => page.locator('[data-row]').filter({ hasText: no, visible: true });
const window = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title });
const expired = (): DocumentSpec => ({ type: 'INBOUND', warehouse: 'W1', lines: [ethanol('2', -30)] });

async function look(page: Page, ...numbers: readonly string[]): Promise<void> {
  for (const no of numbers) await row(page, no).getByRole('checkbox').check();
  await page.getByRole('button', { name: '逐张审批' }).click();
}

test('[S2.67] reviews requests one after the other, deciding or skipping each, with a summary', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const [plain, old, last] = [
    await crew.submitted(gloves('20')),
    await crew.submitted(expired()),
    await crew.submitted(gloves('7')),
  ];
  const page = await as('reviewer');
  await page.goto(NEWEST);
  await expect(row(page, old.no)).toContainText('过期');
  await expect(row(page, old.no)).toContainText('1/2');
  await expect(row(page, plain.no)).toContainText(`${plain.ownerOrgName} · ${plain.applicantName}`);
  await expect(row(page, plain.no)).toContainText('20 盒');
  await expect(row(page, plain.no)).toContainText(/\d+ 分钟/);
  await look(page, plain.no, old.no, last.no);

  const first = window(page, new RegExp(plain.no));
  await expect(first).toContainText('第 1 张，共 3 张');
  await expect(first.getByRole('table')).toContainText('丁腈手套 M');
  await first.getByRole('button', { name: '批准，看下一张' }).click();
  const second = window(page, new RegExp(old.no));
  await expect(second).toContainText('过期');
  await expect(second).toContainText('批准后还有下一级审批');
  await second.getByRole('button', { name: '退回', exact: true }).click();
  await window(page, `退回 ${old.no}`).getByLabel('原因').fill('请核对批号');
  await window(page, `退回 ${old.no}`).getByRole('button', { name: '退回' }).click();
  await window(page, new RegExp(last.no)).getByRole('button', { name: '跳过' }).click();
  const summary = window(page, '审批小结');
  await expect(summary).toContainText('共 3 张，已办 2 张');
  await expect(summary.getByRole('listitem').filter({ hasText: plain.no })).toContainText('已批准');
  await expect(summary.getByRole('listitem').filter({ hasText: old.no })).toContainText('已退回');
  await expect(summary.getByRole('listitem').filter({ hasText: last.no })).toContainText('未办理');
  await summary.getByRole('button', { name: '完成' }).click();
  await expect(row(page, last.no)).toBeVisible();
  await expect(row(page, plain.no)).toHaveCount(0);

  await page
    .getByRole('group', { name: '审批列表' })
    .getByRole('button', { name: /我已审批/ })
    .click();
  await expect(page).toHaveURL(/list=done/);
  await expect(row(page, old.no)).toContainText('请核对批号');
  await expect(row(page, plain.no)).toContainText('批准');
  expect((await crew.read(plain.id)).state).toBe('APPROVED');
  expect((await crew.read(old.id)).state).toBe('RETURNED');
});

test(
  '[S2.67] a comment survives skipping its request, and is not discarded without a question',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const [one, other] = [await crew.submitted(gloves('3')), await crew.submitted(gloves('4'))];
    const page = await as('reviewer');
    await page.goto(NEWEST);
    await look(page, one.no, other.no);
    const first = window(page, new RegExp(one.no));
    await first.getByLabel('意见').fill('写到一半');
    await first.getByRole('button', { name: '跳过' }).click();
    const second = window(page, new RegExp(other.no));
    await expect(second.getByLabel('意见')).toHaveValue('');
    await second.getByRole('button', { name: '上一张' }).click();
    await expect(first.getByLabel('意见')).toHaveValue('写到一半');
    await first.getByRole('button', { name: '关闭' }).click();
    const question = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改？' });
    await question.getByRole('button', { name: '继续编辑' }).click();
    await expect(question).toHaveCount(0);
    await expect(first.getByLabel('意见')).toHaveValue('写到一半');
    // The reason for rejecting starts with it, and returns to it.
    await first.getByRole('button', { name: '退回', exact: true }).click();
    const reason = window(page, `退回 ${one.no}`);
    await expect(reason.getByLabel('原因')).toHaveValue('写到一半');
    await reason.getByLabel('原因').fill('请核对数量');
    await reason.getByRole('button', { name: '取消' }).click();
    await expect(first.getByLabel('意见')).toHaveValue('请核对数量');
    // Text templates are appended to typed text, and replace a previous template.
    const usual = first.getByRole('group', { name: '常用语' });
    await usual.getByRole('button', { name: '同意', exact: true }).click();
    await expect(first.getByLabel('意见')).toHaveValue('请核对数量；同意');
    await first.getByLabel('意见').fill('');
    await usual.getByRole('button', { name: '同意', exact: true }).click();
    await usual.getByRole('button', { name: '同意，请按计划日期送达' }).click();
    await expect(first.getByLabel('意见')).toHaveValue('同意，请按计划日期送达');
    await first.getByRole('button', { name: '关闭' }).click();
    await question.getByRole('button', { name: '放弃修改' }).click();
    await expect(first).toHaveCount(0);
    await expect(row(page, one.no)).toBeVisible();
  },
);

test(
  '[S2.67] the second level returns to the first, and admits expired goods with a reason only',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { no, id } = await crew.submitted(expired());
    const first = await as('reviewer');
    const second = await as('reviewer2');
    const open = async (page: Page): Promise<Locator> => {
      await page.goto(NEWEST);
      await row(page, no)
        .getByRole('button', { name: `审批 ${no}` })
        .click();
      return window(page, new RegExp(`入库审批 ${no}`));
    };
    await (await open(first)).getByRole('button', { name: '批准' }).click();
    await expect(row(first, no)).toHaveCount(0);
    const sheet = await open(second);
    await sheet.getByRole('button', { name: '退回', exact: true }).click();
    const reason = window(second, `退回 ${no}`);
    await reason.getByRole('radio', { name: /第 1 级/ }).check();
    await reason.getByLabel('原因').fill('请再核对数量');
    await reason.getByRole('button', { name: '退回' }).click();
    await expect(sheet).toBeHidden();
    expect(await crew.read(id)).toMatchObject({ state: 'SUBMITTED', reviewLevel: 1 });

    const back = await open(first);
    await expect(back).toContainText('退回：请再核对数量');
    await back.getByRole('button', { name: '批准' }).click();
    await expect(row(first, no)).toHaveCount(0);
    const again = await open(second);
    await again.getByRole('button', { name: '批准' }).click();
    await expect(again.getByLabel('含过期批次，请说明同意的原因')).toBeFocused();
    await again.getByLabel('含过期批次，请说明同意的原因').fill('教学急需');
    await again.getByLabel('含过期批次，请说明同意的原因').press('Control+Enter');
    await expect(again).toBeHidden();
    expect((await crew.read(id)).state).toBe('APPROVED');
  },
);

test('[S2.67] a task decided by someone else meanwhile is reported and removed', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const { no, id, rev } = await crew.submitted(gloves('5'));
  const page = await as('reviewer');
  await page.goto(NEWEST);
  await row(page, no)
    .getByRole('button', { name: `审批 ${no}` })
    .click();
  const sheet = window(page, new RegExp(no));
  await expect(sheet.getByRole('button', { name: '批准' })).toBeEnabled();
  const manager = await crew.warehouse('manager');
  await manager.put(`/wms/transaction/${id}/approve`, { rev });
  await expect(sheet.getByRole('alert')).toContainText('已由他人办理');
  await expect(sheet.getByRole('button', { name: '批准' })).toHaveCount(0);
  await sheet.getByRole('button', { name: /关闭|Close/ }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: '我的审批' })).toBeVisible();
  await expect(row(page, no)).toHaveCount(0);
});

test(
  '[S2.67] reassigns a task and adds another reviewer, from the list and from the document',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const [given, shared] = [await crew.submitted(gloves('8')), await crew.submitted(gloves('9'))];
    const page = await as('reviewer');
    await page.goto(NEWEST);
    await row(page, given.no)
      .getByRole('button', { name: `转交 ${given.no}` })
      .click();
    const over = window(page, `转交 ${given.no}`);
    await choose(over.getByLabel('审批人'), '吴静');
    await over.getByLabel('说明').fill('我出差');
    await over.getByRole('button', { name: '转交' }).click();
    await expect(row(page, given.no)).toHaveCount(0);

    await page.goto(`/admin/wms/transaction/audit-button?id=${shared.id}`);
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByRole('menuitem', { name: '加签' }).click();
    const dialog = window(page, `为 ${shared.no} 加签`);
    await choose(dialog.getByLabel('审批人'), '吴静');
    await dialog.getByRole('button', { name: '加签' }).click();
    await expect(page.getByText(`已请对方一起审批 ${shared.no}`)).toBeVisible();

    const other = await as('reviewer2');
    await other.goto(NEWEST);
    await expect(row(other, given.no)).toContainText('周明转交：我出差');
    await expect(row(other, shared.no)).toContainText('周明加签');
    await row(other, given.no)
      .getByRole('button', { name: `审批 ${given.no}` })
      .click();
    await window(other, new RegExp(given.no)).getByRole('button', { name: '批准' }).click();
    await expect(row(other, given.no)).toHaveCount(0);
    expect((await crew.read(given.id)).state).toBe('APPROVED');
    expect((await crew.read(shared.id)).state).toBe('SUBMITTED');
    await other.goto(`/admin/wms/transaction/audit-timeline?id=${given.id}`);
    const passed = other.getByRole('listitem').filter({ hasText: '转交' });
    await expect(passed).toContainText('周明 → 吴静');
    await expect(passed).toContainText('我出差');
  },
);

test(
  '[S2.67] an absent reviewer delegates decisions until they end the delegation',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { no } = await crew.submitted(gloves('6'));
    const away = await makePerson(product, 'reviewer');
    const delegate = await makePerson(product, 'keeper');
    const page = await as(away);
    await page.goto(NEWEST);
    await page.getByRole('button', { name: '委托审批' }).click();
    await window(page, '委托审批').getByRole('button', { name: '新建委托' }).click();
    const form = window(page, '新建委托');
    await choose(form.getByLabel('受托人'), delegate);
    await form.getByLabel('原因').fill('出差');
    await form.getByRole('button', { name: '委托', exact: true }).click();
    await expect(window(page, '委托审批')).toContainText(`我委托给${delegate}`);

    const other = await as(delegate);
    await other.goto(`${NEWEST}&q=${no}`);
    await expect(row(other, no)).toContainText(`代${away}审批`);
    await row(other, no)
      .getByRole('button', { name: `审批 ${no}` })
      .click();
    await window(other, new RegExp(no)).getByRole('button', { name: '批准' }).click();
    await expect(row(other, no)).toHaveCount(0);

    await window(page, '委托审批').getByRole('button', { name: '结束委托' }).click();
    await page.getByRole('dialog').filter({ hasText: '现在结束给' }).getByRole('button', { name: '结束委托' }).click();
    await expect(window(page, '委托审批')).toContainText('没有正在进行或将要开始的委托');
  },
);

test(
  '[S2.67] a copied request is marked read when opened, wherever its row is clicked',
  { tag: '@long' },
  async ({ as, product }) => {
    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const { body: definitions } = await admin.get<DefinitionRow[]>('/sys/bpm/definition');
    let { id: inForce } = definitions.find(({ key, state }) => key === 'wms-inbound' && state === 'PUBLISHED')!;
    const { body: definition } = await admin.get<{ xml: string }>(`/sys/bpm/definition/${inForce}`);
    const copyElement = '<bpmn:extensionElements><kuwei:copy kind="PERSON" person="manager"/></bpmn:extensionElements>';
    const publish = async (xml: string) => {
      const { body: drawn } = await admin.post<{ id: string }>('/sys/bpm/definition', { key: 'wms-inbound', xml });
      const answer = await admin.put(`/sys/bpm/definition/${drawn.id}/publish`, { rev: 1, note: '抄送', over: inForce });
      inForce = drawn.id;
      return answer;
    };
    const changed = definition.xml.replace(/(<bpmn:endEvent [^>]*?) \/>/, `$1>${copyElement}</bpmn:endEvent>`);
    expect((await publish(changed)).status).toBe(200);
    try {
      const { no } = await new Crew(product.url).approved(gloves('9'));
      const page = await as('manager');
      await page.goto(`${TODO}?list=copied&sort=-at`);
      await expect(row(page, no)).toContainText('未看');
      await row(page, no).getByText('9 盒').click();
      await expect(page.getByRole('heading', { name: new RegExp(no) })).toBeVisible();
      await page.goBack();
      await expect(row(page, no)).toBeVisible();
      await expect(row(page, no)).not.toContainText('未看');
    } finally {
      expect((await publish(definition.xml)).status).toBe(200);
    }
  },
);

test(
  '[S2.67] an applicant sees the current step, and why a reminder is not possible yet',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { no, id } = await crew.submitted(gloves('4'));
    const page = await as('teacher', { group: '催化化学课题组' });
    await page.goto('/teacher/base/bpm/todo?list=mine');
    await expect(row(page, no)).toContainText('审批中');
    const remind = row(page, no).getByRole('button', { name: `催办 ${no}` });
    await expect(remind).toHaveAttribute('title', '刚提交或刚催办过，请稍后再催');
    await row(page, no)
      .getByRole('link', { name: `撤回 ${no}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`/teacher/wms/transaction/inbound/edit\\?id=${id}`));
    await expect(page.getByRole('button', { name: '催办' })).toBeDisabled();
    await expect(page.getByText('刚提交或刚催办过，请稍后再催')).toBeVisible();
  },
);

test('[S2.67] the same on a phone, with large buttons, and in English', { tag: '@long' }, async ({ as, product }) => {
  const crew = new Crew(product.url);
  const [one, two] = [await crew.submitted(gloves('3')), await crew.submitted(gloves('2'))];
  const own = await makePerson(product, 'reviewer');
  const page = await as(own, PHONE);
  await page.goto(NEWEST);
  for (const { no } of [one, two]) await row(page, no).locator('.card-select').tap();
  await page.getByRole('button', { name: '逐张审批' }).tap();
  const sheet = window(page, new RegExp(one.no));
  await expect(sheet.getByRole('button', { name: '批准，看下一张' })).toBeEnabled();
  for (const name of ['批准，看下一张', '退回', '拒绝', '更多', '跳过']) {
    const box = await sheet.getByRole('button', { name, exact: true }).boundingBox();
    expect(box!.height, name).toBeGreaterThanOrEqual(44);
  }
  await sheet.getByRole('button', { name: '批准，看下一张' }).tap();
  await window(page, new RegExp(two.no)).getByRole('button', { name: '跳过' }).tap();
  await expect(window(page, '审批小结')).toContainText('共 2 张，已办 1 张');
  await window(page, '审批小结').getByRole('button', { name: '完成' }).tap();

  const desk = await as(own, { viewport: { width: 1440, height: 900 } });
  await desk.goto(NEWEST);
  await desk.getByRole('button', { name: 'English' }).click();
  await expect(desk.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await expect(row(desk, two.no)).toContainText('Inbound approval');
  const scroller = desk.locator('.slot:not([hidden]) .table-scroll');
  await expect.poll(() => scroller.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await row(desk, two.no)
    .getByRole('button', { name: `Review ${two.no}` })
    .click();
  await expect(window(desk, new RegExp(two.no)).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
  await window(desk, new RegExp(two.no)).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(row(desk, two.no)).toHaveCount(0);
  expect((await crew.read(two.id)).state).toBe('APPROVED');
});

test('[S2.67] an unsent comment survives a sign-out in another window', { tag: '@long' }, async ({ guest, product }) => {
  const { no } = await new Crew(product.url).submitted(gloves('6'));
  const own = await makePerson(product, 'reviewer');
  const page = await guest();
  await signIn(page, own);
  const other = await page.context().newPage();
  await other.goto(NEWEST);
  await look(other, no);
  await window(other, new RegExp(no)).getByLabel('意见').fill('先问一下课题组');
  await page.getByRole('banner').getByTitle('账户').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog', { name: '别的窗口中有未保存的修改' }).getByRole('button', { name: '退出登录' }).click();
  await expect(other.getByRole('status')).toHaveText('您已在另一个窗口退出登录，请重新登录。');
  await other.getByLabel('用户名').fill(own);
  await other.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await other.keyboard.press('Enter');
  await look(other, no);
  const sheet = window(other, new RegExp(no));
  await expect(sheet.getByLabel('意见')).toHaveValue('先问一下课题组');
  await sheet.getByRole('button', { name: '批准', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  // A sent comment is no longer a draft.
  const drafts = () => other.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));
  await expect.poll(drafts).toEqual([]);
});

test('[S2.67] the back button closes the dialog first, and goes from list to list', { tag: '@long' }, async ({ as, product }) => {
  const { no } = await new Crew(product.url).submitted(gloves('5'));
  const page = await as(await makePerson(product, 'reviewer'), PHONE);
  await page.goto(NEWEST);
  await page
    .getByRole('group', { name: '审批列表' })
    .getByRole('button', { name: /我已审批/ })
    .tap();
  await expect(page).toHaveURL(/list=done/);
  await page.goBack();
  await expect(page).toHaveURL(/sort=-at/);
  await row(page, no).locator('.card-select').tap();
  await page.getByRole('button', { name: '逐张审批' }).tap();
  const sheet = window(page, new RegExp(no));
  await expect(sheet.getByRole('button', { name: '批准', exact: true })).toBeEnabled();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(row(page, no)).toBeVisible();
  // Unsent text prompts a question, as with the close button.
  await row(page, no).locator('.card-select').tap();
  await page.getByRole('button', { name: '逐张审批' }).tap();
  await sheet.getByLabel('意见').fill('写到一半');
  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改？' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(sheet.getByLabel('意见')).toHaveValue('写到一半');
});

test(
  "[S2.67] the dialog shows the owner's stock, and approves less through the document's route",
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const { id, no } = await crew.submitted(gloves('8'));
    const page = await as('reviewer');
    await page.goto(NEWEST);
    await look(page, no);
    const sheet = window(page, new RegExp(no));
    await expect(sheet.getByRole('table')).toContainText(/所属组织在此仓库现有 [\d,.]+ 盒/);
    await sheet.getByLabel(/批准数量/).fill('9');
    await expect(sheet.getByRole('button', { name: '批准', exact: true })).toBeDisabled();
    await sheet.getByLabel(/批准数量/).fill('3');
    await sheet.getByRole('button', { name: /批准.*1 行/ }).click();
    await expect(sheet).toHaveCount(0);
    expect(await crew.read(id)).toMatchObject({ state: 'APPROVED', lines: [{ qtyAppr: '3' }] });
  },
);
