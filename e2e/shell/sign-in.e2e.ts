import { Client } from '../_client.ts';
import { makePerson } from '../_person.ts';
import { PASSWORD } from '../_product.ts';
import { expect, signIn, test } from '../_world.ts';
import { recordCalls, overrideSetting } from './_wire.ts';

const LOGIN = '/def/common/login';
const GROUPS = '/def/wms/user/switchorg';
const path = (address: string): string => decodeURIComponent(new URL(address).pathname + new URL(address).search);

test('[S5.20, S5.21, S5.22, S1.35, S1.36] empty fields are rejected locally, wrong credentials get one message; both languages can be chosen', async ({
  guest,
}) => {
  const page = await guest();
  await test.step('the first visit is in Chinese; an empty user name or password is rejected without a request', async () => {
    const asked = page.waitForResponse(/token\/ways/);
    await page.goto(LOGIN);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
    await asked;
    const calls = recordCalls(page);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('用户名不能为空')).toBeVisible();
    await expect(page.getByText('密码不能为空')).toBeVisible();
    await expect(page.getByLabel('用户名')).toBeFocused();
    await page.getByLabel('用户名').fill('teacher');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('用户名不能为空')).toBeHidden();
    await expect(page.getByText('密码不能为空')).toBeVisible();
    expect(calls).toEqual([]);
  });
  await test.step('an unknown user and a wrong password get the same message', async () => {
    for (const [name, password] of [
      ['nobody-here', PASSWORD],
      ['staff', 'not the password'],
    ] as const) {
      await page.getByLabel('用户名').fill(name);
      await page.getByLabel('密码', { exact: true }).fill(password);
      const answered = page.waitForResponse(/token\/login/);
      await page.keyboard.press('Enter');
      await answered;
      await expect(page.getByRole('alert')).toHaveText('用户名或密码错误');
    }
  });
  await test.step('both languages can be chosen, and the choice is remembered', async () => {
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your username')).toBeVisible();
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  });
});

test('a password manager that fills both fields at once can sign in', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await page.goto(LOGIN);
  await expect(page.getByLabel('用户名')).toBeFocused();
  await page.evaluate(
    (given) => {
      for (const [name, value] of Object.entries(given)) {
        const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
        field.setRangeText(value);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    },
    { username: 'staff', password: PASSWORD },
  );
  await expect(page.getByLabel('用户名')).toHaveValue('staff');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/common\/login/);
});

test('a disabled user with the right password is told so, and whom to contact', { tag: '@long' }, async ({ guest, product }) => {
  const username = await makePerson(product, 'staff');
  const admin = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
  const { body } = await admin.get<{ list: { id: string; rev: number }[] }>(`/auth/biz/user/account?q=${username}`);
  const { id, rev } = body.list[0]!;
  expect((await admin.put(`/auth/biz/user/account/${id}/state`, { state: 'DISABLED', rev })).status).toBe(200);
  const page = await guest();
  await page.goto(LOGIN);
  for (const [password, message] of [
    ['not the password', '用户名或密码错误'],
    [PASSWORD, /^此账户已停用，请联系系统管理员：.*系统管理员/],
  ] as const) {
    await page.getByLabel('用户名').fill(username);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(message);
  }
});

test(
  '[S2.02, S2.50, S2.62, S2.213, S6.30] the sign-in opens under every prefix without a token, and shows nothing else',
  { tag: '@long' },
  async ({ guest }) => {
    const page = await guest();
    for (const prefix of ['teacher', 'supplier', 'staff', 'admin', 'mg', 'def']) {
      const response = await page.goto(`/${prefix}/common/login`);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
  },
);

test('[S6.29, S6.32, S6.33, S2.50] a page requested without a token opens after the sign-in, with query and hash', async ({
  guest,
}) => {
  const page = await guest();
  await page.goto(`${GROUPS}?a=1&b=%E7%BB%84#part`);
  await expect(page).toHaveURL(/\/def\/common\/login\?return_url=/);
  expect(new URL(page.url()).searchParams.get('return_url')).toBe(`${GROUPS}?a=1&b=%E7%BB%84#part`);
  await page.getByLabel('用户名').fill('teacher');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '选择课题组' })).toBeVisible();
  expect(page.url().endsWith(`${GROUPS}?a=1&b=%E7%BB%84#part`)).toBe(true);
});

test('a return address of another site is not followed', { tag: '@long' }, async ({ guest, product }) => {
  const page = await guest();
  for (const evil of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
    await page.goto(`${LOGIN}?return_url=${encodeURIComponent(evil)}`);
    await page.getByLabel('用户名').fill('supplier');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => !address.pathname.includes('/common/login'));
    expect(page.url().startsWith(product.url)).toBe(true);
    await page.evaluate(() => localStorage.clear());
  }
});

test('[S6.31] a configured sign-in address takes precedence over our own', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await overrideSetting(page, 'YCT_SYSTEM_LOGIN_URL', '/mg/common/login?from=config');
  await page.goto(`${GROUPS}?q=1`);
  await expect(page).toHaveURL(/\/mg\/common\/login/);
  expect(path(page.url())).toBe(`/mg/common/login?from=config&return_url=${GROUPS}?q=1`);
});

test('[S3.41, S3.43] a browser has a permanent device id, and a reload stays signed in', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'staff');
  const device = await page.evaluate(() => localStorage.getItem('device_id'));
  expect(device).toMatch(/^"[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}"$/);
  await page.reload();
  await expect(page.getByRole('button', { name: /孙丽/ })).toBeVisible();
  await page.getByRole('button', { name: /孙丽/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('device_id'))).toBe(device);
});

test('[S3.42, S1.27] the page role is stored, and sent with every call of a page', { tag: '@long' }, async ({ guest }) => {
  const page = await guest();
  await signIn(page, 'supplier');
  expect(await page.evaluate(() => localStorage.getItem('page_role'))).toBe('"ROLE_SUPPLIER"');
  const asked = page.waitForRequest(/\/api\/wms\/product-box\?/);
  await page.goto('/supplier/wms/product-box/list');
  expect((await asked).headers()['x-page-role']).toBe('ROLE_SUPPLIER');
});

test("[S4.49, S4.50, S2.226] signing out ends the session on the server and clears the user's data here", async ({
  as,
  product,
}) => {
  const page = await as('keeper', { own: true });
  await page.goto(GROUPS);
  const kept = JSON.parse((await page.evaluate(() => localStorage.getItem('session')))!) as { token: string; rtoken: string };
  const device = JSON.parse((await page.evaluate(() => localStorage.getItem('device_id')))!) as string;
  await page.getByRole('button', { name: /李保平/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  const left = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key !== 'device_id'));
  // This browser's language per user, keyed by a short hash.
  expect(left).toEqual([['speaks_for', expect.stringMatching(/^"[0-9a-f]{4}"$/)]]);

  const headers = { authorization: `Bearer ${kept.token}`, 'x-driver-id': device };
  expect((await fetch(`${product.url}/api/auth/biz/user/by-me`, { headers })).status).toBe(401);
  const again = await fetch(`${product.url}/api/auth/auth/token/refresh`, {
    method: 'POST',
    headers: { 'x-driver-id': device, 'content-type': 'application/json' },
    body: JSON.stringify({ rtoken: kept.rtoken }),
  });
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([401, 'SIGN_FAIL']);
});

test('[security 13] signing out or in in one window applies to the others', async ({ as }) => {
  const page = await as('reviewer', { own: true });
  await page.goto(GROUPS);
  const other = await page.context().newPage();
  await other.goto(GROUPS);
  await expect(other.getByRole('button', { name: /周明/ })).toBeVisible();
  await page.getByRole('button', { name: /周明/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(other.getByRole('button', { name: '登录' })).toBeVisible();
  await signIn(page, 'reviewer2');
  await expect(other.getByRole('button', { name: /吴静/ })).toBeVisible();
});

test('[S8.29, S4.48] a session revoked on the server leads to the start page, then to the sign-in', async ({ as }) => {
  const page = await as('reviewer2', { own: true });
  await page.goto(GROUPS);
  await expect(page.getByRole('heading', { name: '选择课题组' })).toBeVisible();
  await page.evaluate(async () => {
    const { token, rtoken } = JSON.parse(localStorage.getItem('session')!) as { token: string; rtoken: string };
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/auth/auth/token/revoke', { method: 'POST', headers, body: JSON.stringify({ token, rtoken }) });
  });
  await expect(page).toHaveURL(/\/def\/common\/login\?return_url=%2F$/);
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await expect(page.getByRole('status')).toHaveText('登录已失效：可能已在别处退出，或由管理员结束。请重新登录。');
});

test('[S8.07] if the server is unreachable at start, the page says so and offers to retry', async ({ guest }) => {
  const page = await guest();
  await page.route('**/api/basic/sys/version/mg/pub', (route) => route.abort());
  await page.goto(LOGIN);
  await expect(page.getByRole('alert')).toContainText('服务器连接出现问题，请稍后重试');
  await page.unroute('**/api/basic/sys/version/mg/pub');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
});
