// An exceeded quota is shown to applicants, reviewers and on paper.
import { Client } from '../_client.ts';
import { expect, test } from '../_world.ts';
import { openNewRequest, cell, scan } from './_apply.ts';
import { button, dialog } from './_work.ts';

test(
  '[F-V2][F-U11] a deposit over its quota says so while editing, at submission, at review and on paper',
  { tag: '@long' },
  async ({ as, product }) => {
    const manager = await Client.signIn(product.url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
    const staff = await Client.signIn(product.url, 'staff', 'ROLE_STAFF');
    const { body: org } = await staff.get<{ id: string }>('/wms/org/auth/org/self');
    const { body: warehouses } = await staff.get<{ id: string; code: string }[]>('/wms/warehouse/select');
    const quota = { orgId: org.id, warehouseId: warehouses.find(({ code }) => code === 'W2')!.id, maxBoxes: null };
    const page = await as('staff');
    const own = page.getByRole('region', { name: '配额' });
    try {
      await manager.put('/wms/org-quota', { ...quota, maxVolumeL: '0.001' });
      await openNewRequest(page, 'staff', 'inbound', '综合仓库');
      await expect(page.getByRole('region', { name: '送货地点' })).toContainText('实验东路 10 号');
      await scan(page, 'P-TIP-200');
      await cell(page, 1, '数量').fill('2');
      await cell(page, 1, '数量').press('Tab');
      await expect(own).toContainText('超出配额，提交后需要复审');
      await button(page, '提交').click();
      await expect(dialog(page)).toContainText('超出配额');
      await dialog(page).getByRole('button', { name: '取消' }).click();
      await page.getByRole('button', { name: '提交' }).click();
      await dialog(page).getByRole('button', { name: '确认提交' }).click();
      const chain = page.getByRole('region', { name: '审批流程' });
      await expect(chain).toContainText('周明');
      await expect(chain).toContainText('吴静');
      await expect(chain).toContainText('超出配额');
      await expect(chain).toContainText('8:00');
      const id = new URL(page.url()).searchParams.get('id')!;

      const reviewer = await as('reviewer');
      await reviewer.goto(`/admin/wms/transaction/inbound/edit?id=${id}`);
      await button(reviewer, '批准').click();
      await expect(dialog(reviewer).getByRole('region', { name: '需要复审的原因' })).toContainText('超出配额');
      await dialog(reviewer).getByRole('button', { name: '取消' }).click();

      await page.goto(`/staff/wms/transaction/print?id=${id}`);
      for (const text of ['吴静', '超出配额', '实验东路 10 号', '8:00'])
        await expect(page.getByRole('article')).toContainText(text);
    } finally {
      await manager.put('/wms/org-quota', { ...quota, maxVolumeL: null });
    }
  },
);
