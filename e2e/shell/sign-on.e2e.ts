// Other ways to sign in: demo accounts, single sign-on, and the second factor after either.
import type { Page } from '@playwright/test';
import { startCas, startOidc, casSettings, oidcSettings, type SignOn } from '../_sign-on.ts';
import { makePerson } from '../_person.ts';
import { PASSWORD, startProduct, type Product } from '../_product.ts';
import { appCode, appStep } from '../_totp.ts';
import { expect, signIn, test } from '../_world.ts';

type Cas = Awaited<ReturnType<typeof startCas>>;

const LOGIN = '/def/common/login';

test('[S2.63, S7.55][security 7] a demo offers its accounts: one click signs in and continues to the requested page', async ({
  guest,
}) => {
  const page = await guest();
  await page.goto('/def/base/msg-inbox?state=NEW');
  await page.getByRole('link', { name: '演示账号' }).click();
  await expect(page).toHaveURL(/\/def\/common\/login\/demo\?return_url=/);
  const accounts = page.getByRole('region', { name: '演示账号' }).getByRole('button');
  await expect(accounts).toHaveCount(10);
  await accounts.filter({ hasText: '赵国强' }).click();
  await expect(page).toHaveURL(/\/def\/base\/msg-inbox\?state=NEW$/);
  await expect(page.getByRole('button', { name: /赵国强/ })).toBeVisible();
  await page.goto(`${LOGIN}/sso`);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
});

test(
  '[S2.63, S2.64][security 7] [F-V5] otherwise neither page nor link exists, and the single sign-on page says why',
  { tag: '@long' },
  async ({ browser }) => {
    const product = await startProduct({ DEMO: '0' });
    const page = await browser.newPage({ baseURL: product.url });
    for (const way of ['demo', 'sso']) {
      const response = await page.goto(`${LOGIN}/${way}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByText('404', { exact: true })).toBeVisible();
    }
    await expect(page.getByText('没有开通统一身份认证登录')).toBeVisible();
    await page.goto(LOGIN);
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
    await expect(page.getByRole('link')).toHaveCount(0);

    // The first administrator has to change the password first.
    const password = /shown this once: (\S+)/.exec(product.output())![1]!;
    await page.getByLabel('用户名').fill('admin');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/def\/base\/user\/change-password\?return_url=/);
    await expect(page.getByText('需要先修改密码才能继续使用')).toBeVisible();
    await page.goto('/def/base/msg-inbox');
    await expect(page).toHaveURL(/\/def\/base\/user\/change-password/);
    await page.getByLabel('原密码').fill(password);
    await page.getByLabel('新密码', { exact: true }).fill('An administrator 1st');
    await page.getByLabel('再次输入新密码').fill('An administrator 1st');
    await page.getByRole('button', { name: '修改密码', exact: true }).click();
    await expect(page).toHaveURL(/\/def\/base\/msg-inbox$/);
    await page.close();
    await product.dispose();
  },
);

for (const kind of ['OpenID Connect', 'CAS'] as const) {
  test.describe(`single sign-on with ${kind}`, () => {
    let product: Product;
    let provider: SignOn;
    let cas: Cas;
    test.beforeAll(async () => {
      product = await startProduct(async (url) => {
        provider = kind === 'CAS' ? (cas = await startCas()) : await startOidc(url);
        return kind === 'CAS' ? casSettings(provider.url, url) : oidcSettings(provider.url, url);
      });
    });
    test.afterAll(async () => {
      await product.dispose();
      await provider.stop();
    });
    if (kind === 'CAS') {
      test(
        '[S7.55][security 7] a return while the university cannot answer loses nothing, and succeeds on retry',
        { tag: '@long' },
        async ({ guest }) => {
          cas.become('supplier');
          cas.away(true);
          const page = await guest({ baseURL: product.url });
          await page.goto(`${LOGIN}/sso?return_url=${encodeURIComponent('/def/base/msg-inbox')}`);
          await expect(page.getByRole('alert')).toContainText('服务暂时不可用');
          cas.away(false);
          await page.getByRole('button', { name: '重试' }).click();
          await expect(page.getByRole('button', { name: /赵国强/ })).toBeVisible();
          expect(page.url().replace(product.url, '')).toBe('/def/base/msg-inbox');
        },
      );

      test(
        '[S7.55][security 7] a return during a rush of a hundred others waits, and then continues',
        { tag: '@long' },
        async ({ guest }) => {
          const post = (path: string, body?: object): Promise<Response> =>
            fetch(`${product.url}/api/auth/auth/token/${path}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              ...(body && { body: JSON.stringify(body) }),
            });
          const tickets: object[] = [];
          for (let n = 0; n < 100; n++) {
            const { url, ticket } = (await (await post('sso/begin')).json()) as { url: string; ticket: string };
            tickets.push({ ticket, query: new URL(await followRedirects(url)).search.slice(1) });
          }
          // This browser's last step waits for the others, so that the provider is held only briefly.
          cas.become('supplier');
          const page = await guest({ baseURL: product.url });
          const others = Promise.withResolvers<Promise<Response>[]>();
          await page.route('**/token/sso', (route) => others.promise.then(() => route.continue()));
          const lastStep = page.waitForRequest('**/token/sso');
          await page.goto(`${LOGIN}/sso?return_url=${encodeURIComponent('/def/base/msg-inbox')}`);
          await lastStep;
          const release = cas.hold();
          others.resolve(tickets.map((ticket) => post('sso', ticket)));
          await expect(page.getByRole('alert')).toHaveText('');
          release();
          for (const other of await others.promise) expect((await other).status).toBe(200);
          await expect(page.getByRole('button', { name: /赵国强/ })).toBeVisible();
          expect(page.url().replace(product.url, '')).toBe('/def/base/msg-inbox');
        },
      );
    }

    // One of the two is in the gate: their differences are on the server.
    const tag = kind === 'CAS' ? { tag: '@long' } : {};
    test(`[S2.64, S7.55][security 7] ${kind}: there and back, to the requested page`, tag, async ({ guest }) => {
      const page = await guest({ baseURL: product.url });
      provider.become('supplier');
      await page.goto('/def/base/msg-inbox?state=NEW');
      await page.getByRole('link', { name: '统一身份认证登录' }).click();
      await expect(page.getByRole('button', { name: /赵国强/ })).toBeVisible();
      expect(page.url().replace(product.url, '')).toBe('/def/base/msg-inbox?state=NEW');
      expect(await page.evaluate(() => sessionStorage.getItem('sso'))).toBeNull();
    });

    test(
      `[security 59, security 7] ${kind}: a return address of another site is not followed`,
      { tag: '@long' },
      async ({ guest }) => {
        provider.become('staff');
        const page = await guest({ baseURL: product.url });
        for (const evil of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
          await page.goto(`${LOGIN}/sso?return_url=${encodeURIComponent(evil)}`);
          await expect(page.getByRole('button', { name: /孙丽/ })).toBeVisible();
          expect(page.url().startsWith(product.url)).toBe(true);
          await forget(page);
        }
      },
    );

    test(`[S7.55] ${kind}: a user without an account is told so`, { tag: '@long' }, async ({ guest }) => {
      const page = await guest({ baseURL: product.url });
      provider.become('T2026001');
      await page.goto(`${LOGIN}/sso`);
      await expect(page.getByRole('alert')).toHaveText('工号/学号“T2026001”在本系统中没有可用的账户，请联系管理员');
      provider.become('teacher2');
      await page.context().clearCookies();
      await page.getByRole('button', { name: '重新登录' }).click();
      await expect(page.getByRole('button', { name: /林晓雨/ })).toBeVisible();
    });

    test(
      `[S7.55] ${kind}: just-in-time provisioning by an administrator's rule; others see why not`,
      { tag: '@long' },
      async ({ guest }) => {
        const admin = await guest({ baseURL: product.url });
        await signIn(admin, 'admin');
        await admin.goto('/def/sysbase/sysconfig/edit?id=SYS_SSO_RULES');
        const value = admin.getByLabel('当前值', { exact: true });
        const save = admin.getByRole('button', { name: '保存并继续编辑' });
        await admin.getByLabel('修改原因', { exact: true }).fill('开学');
        await value.fill('* -> role=ROLE_ADMIN');
        await save.click();
        await expect(admin.getByText('第 1 行：角色“ROLE_ADMIN”不能按规则授予')).toBeVisible();
        const rule = '# 教职工\naffiliation=faculty -> identity=STAFF; role=ROLE_TEACHER; org=@department; name=@displayName';
        await value.fill(rule);
        await save.click();
        await expect(admin.getByRole('table', { name: '修改记录' }).locator('tbody tr').first()).toContainText(
          'affiliation=faculty',
        );

        const page = await guest({ baseURL: product.url });
        provider.become('T2026777', { affiliation: 'visitor', department: 'LAB-BIO', displayName: '周访' });
        await page.goto(`${LOGIN}/sso`);
        await expect(page.getByRole('alert')).toHaveText('工号/学号“T2026777”在本系统中没有可用的账户，请联系管理员');
        await expect(page.getByRole('button', { name: '重新登录' })).toBeVisible();
        provider.become('T2026778', { affiliation: 'faculty', department: 'LAB-BIO', displayName: '吴新来' });
        await page.context().clearCookies();
        await page.getByRole('button', { name: '重新登录' }).click();
        await expect(page.getByRole('button', { name: /吴新来/ })).toBeVisible();
        await admin.goto('/def/user/mg?q=T2026778');
        const row = admin.locator('tbody tr').filter({ hasText: '吴新来' });
        await expect(row).toContainText('教师（课题组）');
        await expect(admin.locator('tbody tr').filter({ hasText: '周访' })).toHaveCount(0);
      },
    );

    test(
      `[security 7] ${kind}: a flow started in another browser, or a replayed response, signs nobody in`,
      { tag: '@long' },
      async () => {
        provider.become('teacher');
        const post = async (path: string, body?: object): Promise<{ status: number; body: Record<string, string> }> => {
          const response = await fetch(`${product.url}/api/auth/auth/token/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          });
          return { status: response.status, body: (await response.json()) as Record<string, string> };
        };
        const begun = (await post('sso/begin')).body as { url: string; ticket: string };
        const query = new URL(await followRedirects(begun.url)).search;
        const foreign = (await post('sso/begin')).body as { ticket: string };
        expect(await post('sso', { ticket: foreign.ticket, query })).toMatchObject({ status: 401, body: { code: 'SSO_FAIL' } });
        expect(await post('sso', { ticket: 'made up', query })).toMatchObject({ status: 401, body: { code: 'SSO_FAIL' } });
        expect((await post('sso', { ticket: begun.ticket, query })).status).toBe(200);
        expect(await post('sso', { ticket: begun.ticket, query })).toMatchObject({ status: 401, body: { code: 'SSO_FAIL' } });
      },
    );
  });
}

/** Makes this a new browser. */
async function forget(page: Page): Promise<void> {
  await page.goto('/api/health');
  await page.evaluate(() => [localStorage, sessionStorage].forEach((store) => store.clear()));
  await page.context().clearCookies();
}

/** Follows the redirects of the provider up to the return address. */
async function followRedirects(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let address = url; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string];
      cookies.set(name, value);
    }
    address = new URL(response.headers.get('location')!, address).href;
    if (address.includes(`${LOGIN}/sso`)) return address;
  }
}

test('the second factor: enabled with an app, required at the next sign-in, disabled with a recovery code', async ({
  as,
  guest,
  product,
}) => {
  const person = await makePerson(product, 'reviewer');
  const page = await as(person);
  await page.goto('/def/base/user/change-password');
  await page.getByRole('link', { name: '两步验证' }).click();
  await page.getByRole('button', { name: '开启两步验证' }).click();
  await page.getByLabel('当前密码').fill('not it');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('原密码不正确')).toBeVisible();
  await page.getByLabel('当前密码').fill(PASSWORD);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('img', { name: '验证器二维码' })).toBeVisible();
  const secret = await page.locator('.second-secret').innerText();
  await page.getByLabel('验证码').fill('123');
  await page.getByRole('button', { name: '确认开启' }).click();
  await expect(page.getByText('验证码不正确或已使用过')).toBeVisible();
  const step = appStep();
  await page.getByLabel('验证码').fill(appCode(secret, step));
  await page.getByRole('button', { name: '确认开启' }).click();
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await page.getByRole('button', { name: '已保存' }).click();
  await expect(page.getByText('两步验证已开启')).toBeVisible();

  const other = await guest();
  await other.goto(LOGIN);
  await other.getByLabel('用户名').fill(person);
  await other.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other.getByLabel('验证码')).toBeFocused();
  await other.getByLabel('验证码').fill(appCode(secret, step));
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert')).toHaveText('验证码不正确或已使用过');
  // The next code is already valid; by now the time step may have passed.
  await other.getByLabel('验证码').fill(appCode(secret, Math.max(step + 1, appStep())));
  await other.keyboard.press('Enter');
  await expect(other.getByRole('banner').getByTitle('账户')).toBeVisible();

  await page.getByRole('button', { name: '关闭两步验证' }).click();
  await page.getByLabel('当前密码').fill(PASSWORD);
  await page.getByLabel('验证码或恢复码').fill(recovery);
  await page.getByRole('button', { name: '关闭两步验证' }).click();
  await expect(page.getByText('两步验证已关闭。')).toBeVisible();
  await expect(page.getByRole('button', { name: '开启两步验证' })).toBeVisible();
});
