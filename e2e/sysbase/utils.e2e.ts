// Maintenance tools, used by an administrator when space runs out or something fails.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseUrlOf } from '../_product.ts';
import { expect, test } from '../_world.ts';

test('[S2.111] the tools show disk usage, prove the ledger, and rerun a failed job', async ({ as, product }) => {
  test.setTimeout(240_000);
  const page = await as('admin');
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByText('系统管理', { exact: true }).click();
  await menu.getByRole('link', { name: '系统维护' }).click();
  await page.getByRole('navigation', { name: '系统维护' }).getByRole('link', { name: '工具' }).click();
  await expect(page).toHaveURL(/\/def\/sysbase\/maintain\/upgrade\/utils$/);
  const sizes = page.getByRole('region', { name: '占用空间' });
  await expect(sizes).toContainText(/\d MB（随程序自带的 PostgreSQL \d+/);
  await expect(sizes).toContainText(product.dataDir);
  await expect(sizes.getByRole('row').nth(1)).toContainText(/[kM]B/);

  const proof = page.getByRole('region', { name: '账实核对' });
  await proof.getByRole('button', { name: '全部核对' }).click();
  await expect(proof).toContainText('账实相符', { timeout: 60_000 });

  // Cleanup fails: there is a folder where only uploaded files are expected.
  const stuck = join(product.dataDir, 'upload', 'stuck');
  mkdirSync(stuck);
  utimesSync(stuck, 0, 0);
  const job = page.getByRole('region', { name: '后台任务' }).getByRole('row', { name: /清理过期数据/ });
  await job.getByRole('button', { name: '立即运行' }).click();
  await expect(job).toContainText(/第 \d 次，共 3 次.*失败/, { timeout: 60_000 });
  await expect(job).toContainText('stuck');
  rmdirSync(stuck);
  await job.getByRole('button', { name: '重新运行' }).click();
  await expect(job).toContainText('正常', { timeout: 60_000 });
  await expect(job).not.toContainText('stuck');
  await page.goto('/def/sysbase/log');
  await expect(page.getByText('立即运行').first()).toBeVisible();
});

test(
  '[S2.111] orphaned files are deleted, a statement is cancelled, a table is reindexed, and the log is more detailed for an hour',
  { tag: '@long' },
  async ({ as, product }) => {
    test.setTimeout(240_000);
    const id = randomUUID();
    const folder = join(product.dataDir, 'files', id.slice(-2));
    mkdirSync(folder, { recursive: true });
    const orphan = join(folder, id);
    writeFileSync(orphan, Buffer.alloc(1_500));
    utimesSync(orphan, 0, 0);
    const client = new Client({ connectionString: databaseUrlOf(product), application_name: 'somebody' });
    await client.connect();
    const work = client.query("select pg_sleep(300), 'geheim'").catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 1_500));

    const page = await as('admin');
    await page.goto('/def/sysbase/maintain/upgrade/utils');
    const files = page.getByRole('region', { name: '孤立文件' });
    await expect(files).toContainText(id);
    await expect(files).toContainText('1 个，1.5 kB');
    await files.getByRole('button', { name: '删除孤立文件' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除孤立文件' }).click();
    await expect(page.getByText('已删除 1 个孤立文件，1.5 kB')).toBeVisible();
    await expect(files).not.toContainText(id);
    expect(existsSync(orphan)).toBe(false);

    const statements = page.getByRole('region', { name: '数据库语句' });
    const row = statements.getByRole('row', { name: /somebody/ });
    await expect(row).toContainText('select pg_sleep(?), ?');
    await expect(statements).toContainText('没有启用 pg_stat_statements 扩展');
    await row.getByRole('button', { name: /^取消语句/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消语句' }).click();
    expect(await work).toContain('user request');
    await statements.getByRole('button', { name: '刷新' }).click();
    await expect(row).toHaveCount(0);
    await client.end();

    const reindex = page.getByRole('region', { name: '重建索引' });
    await reindex.getByRole('combobox', { name: '数据表' }).click();
    await page.getByTitle(/^wms_product ·/).click();
    await reindex.getByRole('button', { name: '开始重建' }).click();
    await expect(reindex.getByRole('status')).toContainText(/完成.*wms_product.*用时/, { timeout: 60_000 });

    const log = page.getByRole('region', { name: '日志级别' });
    await expect(log).toContainText('当前为');
    await log.getByRole('button', { name: '设为 debug' }).click();
    await expect(log).toContainText(/debug，到 \d{4}-\d\d-\d\d/);
    await expect.poll(() => product.output()).toContain('"msg":"request"');
    await log.getByRole('button', { name: '立即恢复' }).click();
    await expect(log).toContainText('当前为');
  },
);
