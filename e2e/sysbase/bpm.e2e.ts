// An administrator changes an approval workflow: drawn, tried, published; open requests finish under the old version.
import type { Locator, Page } from '@playwright/test';
import { choose } from '../_choose.ts';
import { Client } from '../_client.ts';
import { signedInAs } from '../_signed-in.ts';
import { bpmnOf } from '@kuwei/contract/bpm/bpmn';
import type { DefinitionRow } from '@kuwei/contract/bpm/definition';
import type { Graph } from '@kuwei/contract/bpm/graph';
import { removeFlow } from '@kuwei/contract/bpm/graph-edit';
import { startTwoProcesses } from '../_two-processes.ts';
import { expect, test } from '../_world.ts';
import { rows } from '../base/_inbox.ts';
import { Crew, inDays } from '../wms/_documents.ts';

const SAFETY = '安全办公室会审';
const FINAL = '剧毒品终审';

const card = (page: Page, text: string): Locator => page.locator('.flow-card').filter({ hasText: text });
const side = (page: Page): Locator => page.getByRole('complementary').filter({ visible: true });
/** Inserts an element at the n-th position of the outline, from the top; by default the last. */
async function add(page: Page, kind: string, n?: number): Promise<void> {
  const places = page.getByRole('button', { name: '在这里添加' });
  await (n === undefined ? places.last() : places.nth(n)).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
}
/** Names the inserted step, and sets its only reviewer. */
async function ask(page: Page, name: string, username: string): Promise<void> {
  const form = side(page);
  await form.getByRole('textbox', { name: '名称', exact: true }).fill(name);
  await form.getByRole('textbox', { name: '英文名称' }).fill(`Step ${username}`);
  await form.getByRole('group', { name: '由谁审批' }).getByRole('button', { name: '添加' }).click();
  await form.getByLabel('哪些人').selectOption({ label: '指定的人' });
  await choose(form.getByRole('combobox', { name: '人员' }), new RegExp(`${username}(?!\\d)`), username);
}

const TITLE =
  '[S1.23, S2.48, S2.100, S2.101] a clerk adds a check for a storage group and a third level for highly toxic goods, tries it, and publishes it';

test(TITLE, async ({ as, product }) => {
  test.setTimeout(300_000);
  const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const inForce = async (): Promise<string> => {
    const { body } = await admin.get<DefinitionRow[]>('/sys/bpm/definition');
    return body.find(({ key, state }) => key === 'wms-inbound' && state === 'PUBLISHED')!.id;
  };
  const { xml } = (await admin.get<{ xml: string }>(`/sys/bpm/definition/${await inForce()}`)).body;
  try {
    await publishes(await as('admin'), product.url, await as('manager'), product.url);
  } finally {
    // Other tests of this worker use the built-in workflow.
    const { body: drawn } = await admin.post<{ id: string }>('/sys/bpm/definition', { key: 'wms-inbound', xml });
    const back = { rev: 1, note: '恢复', over: await inForce() };
    expect((await admin.put(`/sys/bpm/definition/${drawn.id}/publish`, back)).status).toBe(200);
  }
});

test(`${TITLE}; another process uses it at once`, { tag: '@long' }, async ({ open }) => {
  test.setTimeout(300_000);
  const { here, there, dispose } = await startTwoProcesses('chains');
  const at = async (url: string, username: string): Promise<Page> =>
    open(await signedInAs(url, username), { baseURL: url, alone: true });
  await publishes(await at(here.url, 'admin'), here.url, await at(there.url, 'manager'), there.url);
  await dispose();
});

/**
 * @param page of an administrator, at `here`
 * @param safety the reviewer of the new step, at `there`
 */
async function publishes(page: Page, here: string, safety: Page, there: string): Promise<void> {
  const deposit = (crew: Crew, code: string) =>
    crew.submitted({
      type: 'INBOUND',
      warehouse: 'W1',
      lines: [{ code, qty: '1', batchNo: `CH-${code}`, expiresOn: inDays(500) }],
    });
  const before = await deposit(new Crew(here), 'C-NACL');
  expect(before.levels).toBe(1);

  // Other tests of this worker may have published as well.
  const clerk = await Client.shared(here, 'admin', 'ROLE_ADMIN');
  const { body: definitions } = await clerk.get<DefinitionRow[]>('/sys/bpm/definition');
  const next = 1 + Math.max(...definitions.map(({ key, version }) => (key === 'wms-inbound' ? (version ?? 0) : 0)));

  await page.goto('/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '系统管理' }).click();
  await menu.getByRole('link', { name: '流程管理' }).click();
  await expect(page).toHaveURL(/\/def\/sysbase\/bpm$/);
  await page.getByRole('button', { name: /^入库审批/ }).click();
  await page.getByRole('button', { name: '新建草稿', exact: true }).click();
  await expect(page.getByRole('heading', { name: '入库审批 · 草稿' })).toBeVisible();

  await test.step('an additional step for one storage group', async () => {
    await add(page, '多个条件', 1);
    await expect(page.getByText('1 处要改').first()).toBeVisible();
    await page.locator('.flow-card.way').first().click();
    await side(page).getByRole('button', { name: '添加条件', exact: true }).click();
    await side(page).getByLabel('看什么').selectOption({ label: '储存组' });
    await side(page).getByLabel('值').selectOption({ label: 'G 无反应性、不可燃' });
    await expect(card(page, '如果储存组包含')).toBeVisible();
    await add(page, '审批', 2);
    await ask(page, SAFETY, 'manager');
    await expect(card(page, SAFETY)).toContainText('现在是：郑建国');
  });
  await test.step('a third level for highly toxic goods', async () => {
    await add(page, '条件');
    await page.locator('.flow-card.way').filter({ hasText: '还没有写条件' }).click();
    await side(page).getByRole('button', { name: '添加条件', exact: true }).click();
    await side(page).getByLabel('看什么').selectOption({ label: '含剧毒品' });
    // The last gateway has two branches and a successor: its first branch is the third position from the bottom.
    const places = await page.getByRole('button', { name: '在这里添加' }).count();
    await add(page, '审批', places - 3);
    await ask(page, FINAL, 'staff');
    await expect(card(page, FINAL)).toContainText('现在是：孙丽');
  });
  await test.step('a trial run', async () => {
    await expect(page.getByText('没有发现问题，可以发布')).toBeVisible();
    await page.getByText('试运行', { exact: true }).click();
    const path = page.getByRole('region', { name: '会这样审批' });
    await expect(path).toContainText(`没有走的步骤：${SAFETY}`);
    await page.getByRole('checkbox', { name: '含剧毒品' }).check();
    await expect(path.getByRole('listitem').filter({ hasText: FINAL })).toContainText('会请 孙丽');
    await expect(path).not.toContainText(`${SAFETY}第`);
  });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(SAFETY);
  await dialog.getByLabel('修改说明').fill('安全办公室的要求');
  await dialog.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布第 ${next} 版`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^入库审批/ })).toContainText(`第 ${next} 版`);

  const crew = new Crew(there);
  const reviewer = await Client.shared(there, 'reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const approve = async (id: string) => {
    const { rev } = await crew.read(id);
    return (await reviewer.put<{ state: string }>(`/wms/transaction/${id}/approve`, { rev })).body.state;
  };
  expect(await approve(before.id)).toBe('APPROVED');
  const grouped = await deposit(crew, 'C-NACL');
  expect(await approve(grouped.id)).toBe('SUBMITTED');
  await safety.goto('/def/base/bpm/todo?sort=-at');
  await expect(rows(safety).filter({ hasText: grouped.no })).toContainText(SAFETY);
  expect((await deposit(crew, 'C-NACN')).levels).toBe(3);

  // The version of each request, in the list of all.
  await page.getByRole('link', { name: '审批情况' }).click();
  await expect(page).toHaveURL(/\/def\/sysbase\/bpm\/workflow/);
  await expect(rows(page).filter({ hasText: grouped.no })).toBeVisible();
}

test('a draft with a dead end is repaired in the full diagram, and goes on as steps', async ({ as, product }) => {
  const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const { body: shipped } = await admin.get<{ graph: Graph }>('/sys/bpm/definition/shipped/wms-inbound');
  // The second review leads nowhere.
  const xml = bpmnOf(removeFlow(shipped.graph, 'f4'));
  const { body: draft } = await admin.post<{ id: string }>('/sys/bpm/definition', { key: 'wms-inbound', xml });
  const page = await as('admin');
  await page.goto(`/def/sysbase/bpm/edit?id=${draft.id}`);
  await page.getByRole('button', { name: '打开完整流程图' }).click();
  const picture = page.getByRole('img', { name: '完整流程图' });
  await picture.locator('.djs-shape[data-element-id="review2"]').click();
  await expect(side(page).getByRole('alert')).toContainText('“入库复审”之后没有去处');
  await side(page).getByLabel('连到…').selectOption({ label: '批准' });
  await expect(page.getByText('没有发现问题，可以发布')).toBeVisible();
  await side(page).getByRole('button', { name: '返回步骤' }).click();
  await expect(card(page, '入库复审')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await admin.send('DELETE', `/sys/bpm/definition/${draft.id}`);
});
