import { accountForm, type AccountForm } from '@kuwei/contract/auth/account';
import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { expect, PHONE, signIn, test } from '../_world.ts';
import { expectTouchFriendly } from './_touch.ts';
import { recordCalls, overrideSetting } from './_wire.ts';

const GROUPS = '/def/wms/user/switchorg';

test('[S1.28, S1.37] header and document have the configured title', async ({ as }) => {
  const page = await as('staff');
  await overrideSetting(page, 'SYS_ADMIN_TITLE', '化学楼库房 <b>1</b>');
  await page.goto(GROUPS);
  await expect(page.getByRole('banner').getByRole('link', { name: '化学楼库房 <b>1</b>' })).toBeVisible();
  await expect(page).toHaveTitle('选择课题组 · 化学楼库房 <b>1</b>');
});

test('[S1.38] without a valid title it is 管理系统, without any warning', { tag: '@long' }, async ({ as }) => {
  const page = await as('staff');
  await overrideSetting(page, 'SYS_ADMIN_TITLE', '旧名', false);
  await page.goto(GROUPS);
  await expect(page.getByRole('banner').getByRole('link', { name: '管理系统' })).toBeVisible();
  await expect(page).toHaveTitle('选择课题组 · 管理系统');
  await expect(page.getByText('配置值')).toHaveCount(0);
});

test('[S1.29, S1.30, S2.52, S2.159, S2.212] the header shows the group, and a way to switch it', async ({ as }) => {
  const page = await as('teacher', { own: true });
  await page.goto('/teacher/wms/user/switchorg?return_url=%2Fdef%2Fnowhere%3Fa%3D1');
  const header = page.getByRole('banner');
  await expect(header).toContainText('未选择课题组');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('button', { name: '高分子材料课题组' }).click();
  await expect(page).toHaveURL(/\/def\/nowhere\?a=1$/);
  await expect(header).toContainText('高分子材料课题组');
  await header.getByRole('link', { name: /切换/ }).click();
  await expect(page.getByRole('button', { name: '高分子材料课题组' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: '催化化学课题组' }).click();
  await expect(header).toContainText('催化化学课题组');
  await page.reload();
  await expect(header).toContainText('催化化学课题组');
});

test('a group chosen in another window is not followed silently', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'teacher');
  await page.goto(GROUPS);
  await page.getByRole('button', { name: '高分子材料课题组' }).click();
  await expect(page.getByRole('banner')).toContainText('高分子材料课题组');
  const other = await page.context().newPage();
  await other.goto(GROUPS);
  await other.getByRole('button', { name: '催化化学课题组' }).click();
  await expect(page.getByText('课题组已在其他窗口切换为“催化化学课题组”')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('高分子材料课题组');
  await page.getByRole('button', { name: '刷新本页' }).click();
  await expect(page.getByRole('banner')).toContainText('催化化学课题组');
});

test('[S1.29] a user removed from their group is told that they belong to none', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'teacher2');
  const page = await guest();
  await signIn(page, person);
  await page.goto('/teacher/wms/product-box/list');
  const header = page.getByRole('banner');
  await expect(header).toContainText('分子生物学课题组');
  const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const { body } = await admin.get<{ list: (AccountForm & { id: string; rev: number })[] }>(`/auth/biz/user/account?q=${person}`);
  const { id, rev } = body.list[0]!;
  const { body: account } = await admin.get<AccountForm>(`/auth/biz/user/account/${id}`);
  const form = accountForm.parse(
    Object.fromEntries(Object.keys(accountForm.shape).map((name) => [name, account[name as keyof AccountForm]])),
  );
  expect((await admin.put(`/auth/biz/user/account/${id}`, { ...form, orgs: [], rev })).status).toBe(200);
  await page.getByRole('main').getByRole('button', { name: '刷新' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(/^请先选择组织/);
  await expect(header).toContainText('未选择课题组');
  await alert.getByRole('link', { name: '选择课题组' }).click();
  await expect(page.getByText('您还不属于任何课题组')).toBeVisible();
});

test('[S1.31, S2.220, S2.222] the user menu shows name and initial', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.goto(GROUPS);
  const account = page.getByRole('button', { name: '赵国强' });
  await expect(account.locator('[aria-hidden]')).toHaveText('赵');
  await account.click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeHidden();
});

test('[S2.221] without a name it shows the user name', { tag: '@long' }, async ({ as }) => {
  const page = await as('supplier');
  await page.route('**/api/auth/biz/user/by-me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), name: '' } });
  });
  await page.goto(GROUPS);
  const account = page.getByRole('button', { name: 'supplier' });
  await expect(account.locator('[aria-hidden]')).toHaveText('S');
});

test(
  '[S1.32, S4.28, S4.29, S7.41] unread messages are counted on load and on arrival',
  { tag: '@long' },
  async ({ guest, product }) => {
    const page = await guest();
    const counting = () => page.waitForResponse('**/sys/msg-inbox/by-me/count*');
    // On a busy machine the first page counts late; its call must not be attributed to the next one.
    const first = counting();
    await signIn(page, 'reviewer');
    await expect(page.getByRole('button', { name: '周明' })).toBeVisible();
    await (await first).finished();
    const calls = recordCalls(page);
    const answered = counting();
    await page.goto(GROUPS);
    const answer = await answered;
    const before = Number(await answer.text());
    expect(new URL(answer.url()).search).toBe('?state=NEW');
    const bell = page.getByRole('banner').getByLabel(/消息/);
    const count = async (): Promise<number> => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    const counted = (): number => calls.filter((each) => each.endsWith('/count')).length;
    // Counting starts once messages are subscribed, so that none is missed and one call suffices.
    await page.waitForLoadState('networkidle');
    const atLoad = counted();
    expect(atLoad).toBe(1);
    await expect.poll(count).toBe(before);

    await page.getByRole('banner').getByRole('link').first().click();
    await page.goBack();
    expect(counted()).toBe(atLoad);

    const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const me = await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string };
      const reply = await fetch('/api/auth/biz/user/by-me', { headers: { authorization: `Bearer ${token}` } });
      return ((await reply.json()) as { id: string }).id;
    });
    await admin.post('/sys/msg-inbox/send', { userId: me, title: '盘点通知', content: '' });
    await expect.poll(count).toBe(before + 1);
  },
);

test('[S1.35] the language changes at run time, and follows the user', { tag: '@long' }, async ({ guest, product }) => {
  const person = await makePerson(product, 'manager');
  const page = await guest();
  await signIn(page, person);
  await page.goto(GROUPS);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a research group' })).toBeVisible();
  const elsewhere = await guest();
  await signIn(elsewhere, person);
  await elsewhere.goto(GROUPS);
  await expect(elsewhere.getByRole('heading', { name: 'Choose a research group' })).toBeVisible();
  await elsewhere.getByRole('button', { name: '中文' }).click();
  await expect(elsewhere.getByRole('heading', { name: '选择课题组' })).toBeVisible();
});

test('light and dark are chosen in the header and remembered', async ({ as, product }) => {
  const page = await as(await makePerson(product, 'keeper'));
  await page.goto(GROUPS);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const bright = await ground();
  await page.getByRole('button', { name: '外观' }).click();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await expect.poll(ground).not.toBe(bright);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: '外观' }).click();
  await page.getByRole('menuitem', { name: '浅色' }).click();
  await expect.poll(ground).toBe(bright);
});

test(
  'on a phone the header has the scan button next to the group, and choosing a colour scheme closes its menu',
  { tag: '@long' },
  async ({ as }) => {
    const page = await as('teacher', { ...PHONE, group: '催化' });
    await page.goto('/teacher/wms/product-box/list');
    const header = page.getByRole('banner');
    await expect(header).toContainText('催化化学课题组');
    await header.getByTitle('账户').tap();
    await page.getByRole('menuitem', { name: '外观' }).tap();
    await page.getByRole('menuitem', { name: '跟随系统' }).tap();
    await expect(page.getByRole('menuitem', { name: '跟随系统' })).toHaveCount(0);
    await expectTouchFriendly(page);
    await header.getByRole('link', { name: '扫描标签或条码' }).tap();
    await expect(page).toHaveURL(/\/scan/);
    await header.getByRole('link', { name: /切换/ }).tap();
    await expect(page.getByRole('button', { name: '高分子材料课题组' })).toBeVisible();
  },
);

test.describe('page update', () => {
  const QUESTION = 'The page has been updated, refresh now?';

  test('[S4.32, S4.33, S4.34, S2.228] a new entity tag asks once; cancelling changes nothing, confirming reloads', async ({
    as,
  }) => {
    const page = await as('staff', { alone: true, own: true });
    let tag = '"one"';
    await page.route(
      (address) => address.pathname === '/',
      async (route) => {
        if (route.request().resourceType() !== 'fetch') return route.fallback();
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), etag: tag } });
      },
    );
    await page.clock.install();
    await page.goto('/api/health');
    await page.evaluate(() => localStorage.setItem('i18n_local', JSON.stringify({ value: 'en', until: 9e15 })));
    await page.goto(GROUPS);
    await page.evaluate(() => Object.assign(window, { here: true }));
    const dialog = page.getByRole('dialog', { name: QUESTION });
    const minute = async (): Promise<void> => {
      const checked = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
      await page.clock.fastForward(60_000);
      await checked;
    };
    await minute();
    await expect(dialog).toBeHidden();

    tag = '"two"';
    await minute();
    await expect(dialog).toContainText('cancel, save it first');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => 'here' in window)).toBe(true);
    await minute();
    await expect(dialog).toBeHidden();

    tag = '"three"';
    await minute();
    await dialog.getByRole('button', { name: 'Refresh now' }).click();
    await expect.poll(() => page.evaluate(() => 'here' in window).catch(() => true)).toBe(false);
  });

  test('[S2.228] a layout without a header does not check', { tag: '@long' }, async ({ guest }) => {
    const page = await guest({ alone: true });
    await page.clock.install();
    await page.goto('/def/common/login');
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
    const checks: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === '/' && checks.push(request.url()));
    await page.clock.fastForward(180_000);
    expect(checks).toEqual([]);
  });
});
