// Groups left without a leader when a user is deleted: the dialog names them, links to them, and admits what it could not check.
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';
import { expect, test } from '../_world.ts';
import { createLedGroup } from './_led-group.ts';

test(
  'a group left without a leader links to where one is appointed; a failed check is reported',
  { tag: '@long' },
  async ({ as, product }) => {
    const mark = unique('alone').toLowerCase();
    const client = await Client.signIn(product.url, 'admin', 'ROLE_ADMIN');
    const groupId = await createLedGroup([mark], mark, client);
    const page = await as('admin');
    const dialog = page.getByRole('dialog');
    const disable = async (): Promise<void> => {
      await page.goto(`/mg/user/mg?q=${mark}`);
      await page.getByRole('checkbox', { name: new RegExp(`选择${mark}`) }).check();
      await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '停用' }).click();
    };
    await disable();
    await expect(dialog.getByText(`课题组${mark}将没有负责人。`)).toBeVisible();
    await dialog.getByRole('link', { name: `课题组${mark}` }).click();
    await expect(page).toHaveURL(`/mg/wms/org/edit?id=${groupId}`);
    await expect(dialog).toHaveCount(0);
    const { body } = await client.get<{ list: { state: string }[] }>(`/auth/biz/user/account?q=${mark}`);
    expect(
      body.list.map(({ state }) => state),
      'leaving the question is no',
    ).toEqual(['ACTIVE']);

    await page.route('**/account/batch/leaders', (route) => route.abort());
    await disable();
    await expect(dialog).toContainText('未能查明是否会有课题组、仓库或审批步骤因此无人负责');
    await dialog.getByRole('button', { name: '取消' }).click();
  },
);
