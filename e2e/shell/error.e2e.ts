import { go } from '../_go.ts';
import { expect, signIn, test } from '../_world.ts';
import { changeVersion } from './_wire.ts';

const GROUPS = '/def/wms/user/switchorg';

test('[S2.182, S2.212, S8.01, S8.02] an unknown address is a 404 with its text, in both languages, under the header', async ({
  as,
  product,
}) => {
  const page = await as('staff');
  const unknown = ['/def/nowhere', '/other', '/common/login', '/teacher/wms/user/switchorg/more'];
  for (const address of unknown) {
    const response = await fetch(`${product.url}${address}`, { headers: { accept: 'text/html' } });
    expect(response.status, address).toBe(404);
  }
  await page.goto(GROUPS);
  for (const address of unknown) {
    await go(page, address);
    await expect(page.getByText('This page could not be found')).toBeVisible();
    await expect(page.getByRole('heading', { name: '找不到你想要的页面' })).toBeVisible();
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await page.evaluate(() => localStorage.setItem('i18n_local', JSON.stringify({ value: 'en', until: 9e15 })));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('This page could not be found')).toBeVisible();
});

test(
  '[S2.182] signed out, an unknown address asks to sign in first; below common it is a 404 at once',
  { tag: '@long' },
  async ({ guest }) => {
    const page = await guest();
    await page.goto('/def/nowhere');
    await expect(page).toHaveURL('/def/common/login?return_url=%2Fdef%2Fnowhere');
    await page.goto('/def/common/nowhere');
    await expect(page.getByText('This page could not be found')).toBeVisible();
  },
);

test('[S2.183, S2.184] a 404 offers home, and back', async ({ as }) => {
  const page = await as('staff');
  await page.goto(GROUPS);
  await page.goto('/def/nowhere');
  await page.getByRole('button', { name: '返回上一页' }).click();
  await expect(page.getByRole('heading', { name: '选择课题组' })).toBeVisible();
  await page.goto('/def/nowhere');
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).not.toHaveURL('/def/nowhere');
  await expect(page.getByText('This page could not be found')).toBeHidden();
});

test('[S2.184] without history, back leads home', { tag: '@long' }, async ({ as }) => {
  const page = await as('staff');
  await page.goto('/def/nowhere');
  await page.getByRole('button', { name: '返回上一页' }).click();
  await expect(page).not.toHaveURL('/def/nowhere');
  await expect(page.getByText('This page could not be found')).toBeHidden();
});

test(
  '[S2.181] for a user without menu entries, the start page says so and offers ways out',
  { tag: '@long' },
  async ({ guest }) => {
    const page = await guest();
    const nothing = {
      id: '1',
      idParent: null,
      code: 'x',
      name: '无',
      nameTag: null,
      url: '/def/x',
      urlExp: '[]',
      pageRole: '[]',
      icon: null,
    };
    await changeVersion(page, (info) => ({ ...info, menus: [{ ...nothing, role: '["ROLE_NOBODY"]' }] }));
    await signIn(page, 'staff');
    await expect(page.getByRole('heading', { name: /^孙丽/ })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.getByRole('main').getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  },
);

test('[S8.08] uncaught errors are shown, with their message as title', { tag: '@long' }, async ({ as }) => {
  const page = await as('teacher', { group: '催化化学课题组' });
  await page.goto(GROUPS);
  await expect(page.getByRole('heading', { name: '选择课题组' })).toBeVisible();
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('handler went wrong');
      }),
  );
  await expect(page.getByRole('alert').filter({ hasText: 'handler went wrong' })).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('promise went wrong')));
  await expect(page.getByRole('alert').filter({ hasText: 'promise went wrong' })).toBeVisible();

  await page.route('**/api/wms/product-box?*', (route) => route.fulfill({ json: { list: [null], total: 1 } }));
  await page.goto('/teacher/wms/product-box/list');
  await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /null/ })).toBeVisible();
});

test('a page whose data fails to load says so, and retries', async ({ as }) => {
  const page = await as('teacher');
  const orgs = '**/api/wms/org/auth/orgs/by-me';
  const body = { errorCode: 'WMS_ERROR', code: 'SERVER', message: '服务器出错，请稍后重试', data: { requestId: 'r-1' } };
  await page.route(orgs, (route) => route.fulfill({ status: 500, json: body }));
  await page.goto(GROUPS);
  await expect(page.getByRole('alert')).toContainText('加载数据出错，请稍后再试。');
  await expect(page.getByRole('alert')).toContainText('r-1');
  await page.unroute(orgs);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('button', { name: '高分子材料课题组' })).toBeVisible();
});

test('from a deleted record one click leads back to its list, in its page and in its form', { tag: '@long' }, async ({ as }) => {
  const page = await as('admin');
  const unknownId = '00000000-0000-4000-8000-000000000000';
  for (const address of [`/mg/user/mg?show=${unknownId}`, `/mg/user/mg/edit?id=${unknownId}`]) {
    await page.goto(address);
    await expect(page.getByText('记录不存在')).toBeVisible();
    await page.getByRole('button', { name: '返回列表' }).click();
    await expect(page).toHaveURL('/mg/user/mg');
    await expect(page.getByText('记录不存在')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'reviewer2' }).or(page.getByText('reviewer2')).first()).toBeVisible();
  }
});

test('[S8.04, S8.05] a chunk that fails to load reloads the page; a second time within a minute the error page is shown', async ({
  as,
}) => {
  const page = await as('teacher');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
  });
  await page.route('**/assets/SwitchOrgPage-*.js', (route) => (documents === 1 ? route.abort() : route.fallback()));
  await page.goto(GROUPS);
  await expect(page.getByRole('heading', { name: '选择课题组' })).toBeVisible();
  expect(documents).toBe(2);
  await page.unroute('**/assets/SwitchOrgPage-*.js');
  await page.route('**/assets/SwitchOrgPage-*.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
});

test(
  '[S8.04, S8.05] a chunk deleted on the server behaves the same: a reload, then the error page with its ways out',
  { tag: '@long' },
  async ({ as, baseURL }) => {
    const page = await as('teacher');
    const gone = await page.request.get(`${baseURL}/assets/SwitchOrgPage-00000000.js`);
    expect(gone.status()).toBe(404);
    expect(gone.headers()['content-type']).toContain('application/json');
    let loads = 0;
    page.on('load', () => loads++);
    await page.route('**/assets/SwitchOrgPage-*.js', (route) =>
      route.continue({ url: `${baseURL}/assets/SwitchOrgPage-00000000.js` }),
    );
    await page.goto(GROUPS);
    await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    await page.unroute('**/assets/SwitchOrgPage-*.js');
    await page
      .getByRole('button', { name: /重新加载|返回首页/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: '页面出错了' })).toHaveCount(0);
  },
);
