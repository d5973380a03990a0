// The example roles of an office: their holders see the pages that their powers open, and nothing that would be refused.
import type { Page } from '@playwright/test';
import { makeHolder } from '../_person.ts';
import { expect, test } from '../_world.ts';

interface Office {
  role: string;
  /** Entries of the menu, which is unfolded first. */
  menu: readonly string[];
  pages: readonly { address: string; heading: string; buttons: readonly string[]; without: readonly string[] }[];
}

const OFFICES: readonly Office[] = [
  {
    role: 'ROLE_SYS_HELPDESK',
    menu: ['用户管理'],
    pages: [
      {
        address: '/mg/user/mg?q=teacher',
        heading: '用户管理',
        buttons: ['重置密码 '],
        without: ['新增', '新建', '导入', '导出', '编辑', '停用', '删除'],
      },
    ],
  },
  {
    role: 'ROLE_SYS_AUDITOR',
    menu: ['用户管理', '系统管理', '基础信息'],
    pages: [
      { address: '/mg/user/mg', heading: '用户管理', buttons: ['导出'], without: ['新增', '新建', '导入', '编辑', '重置密码'] },
      { address: '/mg/wms/org', heading: '组织', buttons: ['导出'], without: ['新增', '新建', '导入', '编辑', '停用'] },
      { address: '/def/sysbase/sysconfig', heading: '系统配置', buttons: ['导出'], without: [] },
      { address: '/def/sysbase/log', heading: '系统日志', buttons: ['导出'], without: [] },
      { address: '/def/sysbase/nightly', heading: '夜间导入', buttons: [], without: ['立即导入', '只检查'] },
      {
        address: '/admin/wms/product',
        heading: '产品',
        buttons: ['导出'],
        without: ['新增', '新建', '导入', '编辑', '管理分类'],
      },
    ],
  },
  {
    role: 'ROLE_SYS_DICTIONARY',
    menu: ['系统管理'],
    pages: [{ address: '/def/sysbase/dic', heading: '数据字典', buttons: ['新建', '导入', '导出'], without: [] }],
  },
  {
    role: 'ROLE_SYS_CATALOGUE',
    menu: ['基础信息'],
    pages: [{ address: '/admin/wms/product', heading: '产品', buttons: ['新建', '导入', '导出', '编辑 '], without: [] }],
  },
];

/** Calls that were refused for lack of rights. */
function refusedCalls(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  return refused;
}

for (const { role, menu, pages } of OFFICES)
  test(`[S1.18] ${role} finds its pages in the menu, with the buttons of its powers and no others`, async ({ as, product }) => {
    const page = await as(await makeHolder(product, role));
    const refused = refusedCalls(page);
    await page.goto('/');
    for (const entry of menu)
      await expect(page.getByRole('navigation', { name: '主菜单' }).getByText(entry, { exact: true }).first()).toBeVisible();
    for (const { address, heading, buttons, without } of pages) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect(page.locator('tbody tr[data-row]').or(page.locator('.list-empty')).first()).toBeVisible();
      const main = page.getByRole('main');
      const named = (name: string) => main.getByRole('button', { name }).or(main.getByRole('link', { name }));
      for (const name of buttons) await expect(named(name).first(), name).toBeVisible();
      for (const name of without) await expect(named(name), name).toHaveCount(0);
      const rows = page.locator('tbody tr[data-row]');
      if ((await rows.count()) > 0) await rows.first().click();
      await page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);
  });
