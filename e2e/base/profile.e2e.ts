// A user's profile, e-mail preferences, and password reset: with a mail server, and without.
import { choose } from '../_choose.ts';
import { openMailbox, findLink, type Mailbox } from '../_mailbox.ts';
import { makePerson } from '../_person.ts';
import { PASSWORD, startProduct, type Product } from '../_product.ts';
import { expect, PHONE, signIn, test } from '../_world.ts';

const PROFILE = '/def/base/user/profile';
const LOGIN = '/def/common/login';
const GOOD = 'Regal 7 在三楼 behind';

test('without e-mail the profile has name and location only, and offers no mail functions', async ({ as, guest, product }) => {
  const page = await as(await makePerson(product, 'supplier'));
  await page.goto(PROFILE);
  await expect(page.getByRole('heading', { level: 1, name: '我的账户' })).toBeVisible();
  await expect(page.getByText('邮件通知')).toHaveCount(0);
  await page.getByLabel('联系方式').fill('化学楼 305');
  await page.getByLabel('电话').fill('123');
  await page.getByLabel('联系方式').click();
  await expect(page.getByText('联系方式格式不正确')).toBeVisible();
  await page.getByLabel('电话').fill('13800001234');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功。')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('联系方式')).toHaveValue('化学楼 305');
  const outside = await guest();
  await outside.goto(LOGIN);
  await expect(outside.getByRole('link', { name: '演示账号' })).toBeVisible();
  await expect(outside.getByText('忘记密码')).toHaveCount(0);
  expect((await outside.goto(`${LOGIN}/forgotten`))?.status()).toBe(404);
});

test.describe('with a mail server', () => {
  let mailbox: Mailbox;
  let product: Product;
  test.beforeAll(async () => {
    mailbox = await openMailbox();
    product = await startProduct((url) => Promise.resolve(mailbox.settings(url)));
  });
  test.afterAll(async () => {
    await product?.dispose();
    await mailbox?.end();
  });

  test(
    'an address is confirmed by link, messages are e-mailed as chosen, and a forgotten password is reset on a phone',
    { tag: '@long' },
    async ({ browser }) => {
      test.setTimeout(240_000);
      const ADDRESS = 'zhou@example.edu';
      const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
      await signIn(page, 'supplier');
      await page.getByRole('banner').getByTitle('账户').click();
      await page.getByRole('menuitem', { name: '我的账户' }).click();
      await expect(page).toHaveURL(PROFILE);

      await page.getByRole('button', { name: '更换邮箱' }).click();
      const dialog = page.getByRole('dialog', { name: '更换邮箱' });
      await dialog.getByLabel('邮箱').fill(ADDRESS);
      await dialog.getByLabel('当前密码').fill('not my password');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog.getByText('密码不正确')).toBeVisible();
      await dialog.getByLabel('当前密码').fill(PASSWORD);
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(page.getByText(`确认链接已发往 ${ADDRESS}`)).toBeVisible();
      const confirm = await browser.newPage({ ...PHONE, locale: 'zh-CN' });
      await confirm.goto(findLink('address', await mailbox.wait(ADDRESS, '请确认邮箱')));
      await confirm.getByRole('button', { name: '确认邮箱' }).click();
      await expect(confirm.getByText(`邮箱 ${ADDRESS} 已确认`)).toBeVisible();
      expect(new URL(confirm.url()).hash).toBe('');
      // The open page is updated live.
      await expect(page.getByText('确认链接已发往')).toHaveCount(0);
      await expect(page.getByText(ADDRESS, { exact: true })).toBeVisible();
      expect((await mailbox.wait(ADDRESS, '邮箱已更换')).text).toContain('/def/base/msg-inbox');

      await choose(page.getByRole('combobox', { name: '通知发到邮箱' }), '立即发送');
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(page.getByText('有未保存的修改')).toHaveCount(0);
      const admin = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
      await signIn(admin, 'admin');
      await admin.goto('/def/sysbase/msg-inbox/sender?view=mail');
      await expect(admin.getByText('从 kuwei@example.edu 发出')).toBeVisible();
      await expect(admin.getByRole('row', { name: /确认邮箱的链接/ })).toContainText('已发送');
      await admin.getByRole('button', { name: '发送测试邮件' }).click();
      await admin.getByRole('dialog').getByLabel('邮箱').fill('office@example.edu');
      await admin.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click();
      await expect(admin.getByText('邮件服务器已接收')).toBeVisible();
      await mailbox.wait('office@example.edu', '测试邮件');

      // On a phone, from the sign-in page.
      const phone = await browser.newPage({ ...PHONE, baseURL: product.url, locale: 'zh-CN' });
      await phone.goto(LOGIN);
      await phone.getByRole('link', { name: '忘记密码？' }).click();
      await phone.getByRole('button', { name: '发送链接' }).click();
      await expect(phone.getByText('该字段不能为空')).toBeVisible();
      await phone.getByLabel('用户名或邮箱').fill('nobody-at-all');
      await phone.getByRole('button', { name: '发送链接' }).click();
      const reply = await phone.getByRole('status').textContent();
      await phone.goto(`${LOGIN}/forgotten`);
      await phone.getByLabel('用户名或邮箱').fill(ADDRESS);
      await phone.getByRole('button', { name: '发送链接' }).click();
      await expect(phone.getByRole('status')).toHaveText(reply!);
      const link = findLink('password', await mailbox.wait(ADDRESS, '重新设置密码'));
      const asked: string[] = [];
      phone.on('request', (request) => void asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      await phone.goto(link);
      await expect(phone.getByText('账户 supplier')).toBeVisible();
      const token = link.split('#')[1]!;
      expect(asked.filter((each) => each.includes(token))).toEqual([]);
      await phone.getByLabel('新密码', { exact: true }).fill('password1');
      await phone.getByLabel('再次输入新密码').fill('password2');
      await phone.getByRole('button', { name: '设置密码' }).click();
      await expect(phone.getByText('两次输入的密码不一致')).toBeVisible();
      await phone.getByLabel('再次输入新密码').fill('password1');
      await phone.getByRole('button', { name: '设置密码' }).click();
      await expect(phone.getByText('密码太容易被猜到')).toBeVisible();
      await phone.getByLabel('新密码', { exact: true }).fill(GOOD);
      await phone.getByLabel('再次输入新密码').fill(GOOD);
      await phone.getByRole('button', { name: '设置密码' }).click();
      await expect(phone.getByText('密码已设置')).toBeVisible();
      // All other sessions are signed out.
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
      await phone.getByRole('link', { name: '前往登录' }).click();
      await signIn(phone, 'supplier', GOOD);
      await phone.goto(link);
      await expect(phone.getByText('链接已失效')).toBeVisible();
    },
  );
});
