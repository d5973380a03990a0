// The message inbox of a user.
import type { Locator, Page } from '@playwright/test';
import { Client } from '../_client.ts';
import { go } from '../_go.ts';
import { makePerson } from '../_person.ts';
import { expect, test } from '../_world.ts';
import { Goods } from '../wms/_goods.ts';
import { unique } from '../_unique.ts';
import { waitForUnreadCount, detail, INBOX, rows, unread } from './_inbox.ts';

const box = (page: Page, name: string): Locator => page.getByRole('group', { name: '消息状态' }).getByRole('button', { name });
const selection = (page: Page): Locator => page.getByRole('group', { name: '批量操作' });

/** Sends messages to these users only; titles contain the mark and a number. */
async function send(url: string, usernames: readonly string[], count = 1): Promise<string> {
  const admin = await Client.shared(url, 'admin', 'ROLE_ADMIN');
  const mark = unique();
  const userIds: string[] = [];
  for (const username of usernames) {
    const person = await Client.shared(url, username, '');
    userIds.push((await person.get<{ id: string }>('/auth/biz/user/by-me')).body.id);
  }
  for (let number = 1; number <= count; number++) {
    const message = { kind: 'NOTICE', title: `${mark} 通知 ${number}`, content: `${mark} 的正文 ${number}`, link: null };
    const { status, body } = await admin.post('/sys/msg-inbox/batch/send', { ...message, userIds });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return mark;
}

test('[S7.41, S4.02] the header leads to the inbox; opening a message marks it read, and the badge goes down', async ({
  as,
  product,
}) => {
  const mark = await send(product.url, ['supplier'], 2);
  const page = await as('supplier');
  const asked = page.waitForRequest((request) => request.url().endsWith('/by-me/count?state=NEW'));
  await page.goto('/supplier/wms/product-box/list');
  await asked;
  await page
    .getByRole('banner')
    .getByRole('link', { name: /未读消息/ })
    .click();
  await page.getByRole('dialog', { name: '待办与消息' }).getByRole('link', { name: '全部消息' }).click();
  await expect(page).toHaveURL(new RegExp(INBOX));
  const before = await waitForUnreadCount(page);
  await go(page, `${INBOX}?q=${mark}`);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().click();
  await expect(detail(page)).toContainText(`${mark} 的正文 2`);
  await expect.poll(() => unread(page)).toBe(before - 1);
  await expect(box(page, '未读')).toHaveText(`未读${before - 1}`);
  await box(page, '未读').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`${mark} 通知 1`);
});

test('[S4.02] following a message to its document marks it read', { tag: '@long' }, async ({ as, product }) => {
  const goods = await Goods.open(product.url);
  const no = await goods.reserve(await goods.deposit(await goods.product(), '5'), '1');
  const page = await as('reviewer');
  await page.goto(`${INBOX}?q=${no}`);
  await expect(rows(page)).toContainText('待审核');
  await rows(page)
    .first()
    .getByRole('link', { name: /^打开单据/ })
    .click();
  await expect(page).toHaveURL(/\/admin\/wms\/transaction\/outbound\/edit\?id=/);
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(no);
  await page.goto(`${INBOX}?q=${no}&state=NEW`);
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
});

test('[S1.24, S4.04, S4.05, S4.06] a message is deleted, restored, read and cleared', async ({ as, product }) => {
  const mark = await send(product.url, ['supplier']);
  const page = await as('supplier');
  await page.goto(`${INBOX}?q=${mark}`);
  await rows(page)
    .getByRole('button', { name: /^删除/ })
    .click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await box(page, '回收站').click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^还原/ })
    .click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await box(page, '全部').click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').first().click();
  await expect(detail(page)).toContainText(mark);
  await detail(page).getByRole('button', { name: '关闭' }).click();
  await rows(page)
    .getByRole('button', { name: /^删除/ })
    .click();
  await box(page, '回收站').click();
  await rows(page)
    .getByRole('button', { name: /^清除/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('确认要删除此数据吗？');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^清除/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '清除' }).click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  for (const name of ['全部', '未读']) {
    await box(page, name).click();
    await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  }
});

test('[S4.05] in English restoring is called Reduction', { tag: '@long' }, async ({ as, product }) => {
  const person = await makePerson(product, 'supplier');
  const mark = await send(product.url, [person]);
  const page = await as(person);
  await page.goto(`${INBOX}?q=${mark}`);
  await rows(page)
    .getByRole('button', { name: /^删除/ })
    .click();
  await expect(rows(page)).toHaveCount(0);
  await page.goto(`${INBOX}?q=${mark}&state=DELETED`);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(rows(page).getByRole('button', { name: /^Reduction/ })).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(rows(page).getByRole('button', { name: /^还原/ })).toBeVisible();
});

test('[S4.03, S4.04, S4.06] bulk actions on several messages, and on all', { tag: '@long' }, async ({ as, product }) => {
  const person = await makePerson(product, 'staff');
  const mark = await send(product.url, [person], 4);
  const page = await as(person);
  await page.goto(`${INBOX}?q=${mark}`);
  await rows(page).nth(0).getByRole('checkbox').click();
  await rows(page)
    .nth(1)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await selection(page).getByRole('button', { name: '标为已读' }).click();
  await box(page, '未读').click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: '全部已读' }).click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await expect(box(page, '未读')).toHaveText('未读0');
  await expect.poll(() => unread(page)).toBe(0);

  await box(page, '全部').click();
  await page.getByRole('button', { name: '全部删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(box(page, '全部')).toHaveText('全部0');
  await box(page, '回收站').click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: '清空回收站' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '清除' }).click();
  await expect(box(page, '回收站')).toHaveText('回收站0');
  await page.goto(INBOX);
  await expect(page.getByText('有单据要处理、库存有变化时，消息会出现在这里。')).toBeVisible();
});

test("[S3.26, S4.06] clearing a message leaves others' copies", { tag: '@long' }, async ({ as, product }) => {
  const mark = await send(product.url, ['supplier', 'staff']);
  const one = await as('supplier');
  await one.goto(`${INBOX}?q=${mark}`);
  await rows(one)
    .getByRole('button', { name: /^删除/ })
    .click();
  await expect(one.getByText('没有符合条件的数据')).toBeVisible();
  const other = await as('staff');
  await other.goto(`${INBOX}?q=${mark}&state=NEW`);
  await expect(rows(other)).toHaveCount(1);
});

test('[S1.32, S7.30] a new message is announced, and loaded on request', { tag: '@long' }, async ({ as, product }) => {
  const page = await as('supplier');
  await page.goto(INBOX);
  await expect(rows(page).first()).toBeVisible();
  const before = await waitForUnreadCount(page);
  const mark = await send(product.url, ['supplier']);
  await expect.poll(() => unread(page)).toBe(before + 1);
  await expect(box(page, '未读')).toHaveText(`未读${before + 1}`);
  await expect(rows(page).first()).not.toContainText(mark);
  await page.getByRole('button', { name: /有变化/ }).click();
  await expect(rows(page).first()).toContainText(mark);
});

test('[S4.02] reading in one window updates the others', { tag: '@long' }, async ({ as, product }) => {
  const mark = await send(product.url, ['supplier']);
  const page = await as('supplier');
  const other = await page.context().newPage();
  await other.goto(INBOX);
  await expect(rows(other).first()).toContainText(mark);
  const before = await waitForUnreadCount(other);
  await page.goto(`${INBOX}?q=${mark}`);
  await rows(page)
    .getByRole('button', { name: /^标为已读/ })
    .click();
  await expect.poll(() => unread(other)).toBe(before - 1);
});

test('[S4.02, S4.04] reads and closes by keyboard, and by touch on a phone', { tag: '@long' }, async ({ as, product }) => {
  const mark = await send(product.url, ['supplier'], 2);
  const page = await as('supplier');
  await page.goto(`${INBOX}?q=${mark}`);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(rows(page).first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detail(page)).toContainText(`${mark} 的正文 2`);
  await page.keyboard.press('j');
  await expect(detail(page)).toContainText(`${mark} 的正文 1`);
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);

  const phone = await as('supplier', { viewport: { width: 390, height: 844 } });
  await phone.goto(`${INBOX}?q=${mark}`);
  const card = phone.getByRole('listitem').filter({ hasText: `${mark} 通知 1` });
  await card.getByRole('link').first().click();
  await expect(detail(phone)).toContainText(`${mark} 的正文 1`);
  await detail(phone).getByRole('button', { name: '删除', exact: true }).click();
  await detail(phone).getByRole('button', { name: '关闭' }).click();
  await expect(card).toHaveCount(0);
});

test('[S2.66] the inbox is reachable under every role prefix', { tag: '@long' }, async ({ as }) => {
  for (const [name, prefix] of [
    ['supplier', 'supplier'],
    ['staff', 'staff'],
    ['admin', 'admin'],
    ['admin', 'mg'],
  ] as const) {
    const page = await as(name);
    await page.goto(`/${prefix}/base/msg-inbox`);
    await expect(box(page, '未读')).toBeVisible();
    await page.close();
  }
});
