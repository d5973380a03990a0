import { deflateSync, crc32 } from 'node:zlib';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { userRoutes } from '@kuwei/contract/auth/user';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, placesOf } from '../../test/_flow.ts';
import { longestTurn } from '../../test/_turns.ts';
import { workbookOf } from '../../test/_workbook.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { samplePdf } from '../seed/sample-pdf.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** An empty square: 16 bits a sample, with transparency, interlaced. */
function hugePng(edge: number): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const size = passes.reduce((sum, [x, y, dx, dy]) => sum + Math.ceil((edge - y) / dy) * (1 + Math.ceil((edge - x) / dx) * 8), 0);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.set([16, 6, 0, 0, 1], 8);
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(size))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('[security 36] a small picture that takes much memory is refused before it is decoded', { tags: ['alone'] }, async () => {
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const picture = hugePng(4_500);
  const began = process.cpuUsage();
  const answer = await supplier.upload(fileRoutes.upload, picture, 'a.png');
  const { user, system } = process.cpuUsage(began);
  expect(answer.error.code).toBe('PICTURE_TOO_LARGE');
  expect(answer.error.message).toContain('20 百万像素');
  // Decoding it would take ten times the CPU time.
  expect((user + system) / 1_000).toBeLessThan(150);
  expect((await supplier.upload(fileRoutes.upload, hugePng(64), 'b.png')).data.type).toBe('image/png');
});

test('[security 33] private files and call responses are not cached, public files are', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const { id } = (await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data;
  const kept = async () => (await teacher.send('GET', `/sys/fs/${id}`)).headers['cache-control'];
  expect(await kept()).toBe('no-store');
  await world.services.db.updateTable('sys_file').set({ visibility: 'ALL' }).where('id', '=', id).execute();
  expect(await kept()).toContain('immutable');
  expect((await teacher.call(userRoutes.getMe)).headers['cache-control']).toBe('no-store');
  expect((await teacher.send('GET', '/wms/nothing')).headers['cache-control']).toBe('no-store');
  expect((await world.app.inject({ url: '/api/auth/user/me' })).headers['cache-control']).toBe('no-store');
});

test('[security 58] the API page loads nothing from elsewhere and cannot be framed', async () => {
  for (const url of ['/api/docs', '/api/docs/static/swagger-ui.css']) {
    const policy = String((await world.app.inject({ url })).headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https:|validator/);
  }
});

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (headings: string[], ...rows: string[][]): Buffer =>
  workbookOf(
    [headings, ...rows]
      .map((texts, at) => `<row r="${at + 1}">${texts.map((text, x) => cell('ABCDEF'[x]! + (at + 1), text)).join('')}</row>`)
      .join(''),
  );

test('[security 51] characters that the database cannot hold are removed from workbooks and file names', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const query = { type: 'INBOUND' as const };
  const lines = await teacher.upload(transactionRoutes.importLines, sheet(['code', 'qty'], ['A_x0000_B', '1']), 'l.xlsx', {
    query,
  });
  expect(lines.data.lines).toMatchObject([{ raw: { code: 'AB' } }]);
  const products = sheet(['code', 'name'], ['A_x0000_B', 'x_xD800_y']);
  expect(
    (await manager.upload(productRoutes.importProducts, products, 'p\u0000q.xlsx', { query: { dryRun: true } })).status,
  ).toBe(200);
  const named = await teacher.upload(fileRoutes.upload, samplePdf(['x']), `a\u0001${'x'.repeat(197)}😀😀.pdf`);
  expect(named.data.name).toMatch(/^ax{197}/);
  expect(named.data.name.isWellFormed()).toBe(true);
});

test(
  '[security 51] parsing a small but expensive workbook is aborted, and others are served meanwhile',
  { tags: ['alone'] },
  async () => {
    const teacher = await world.as('teacher', 'ROLE_TEACHER');
    const query = { type: 'INBOUND' as const };
    const hostile = workbookOf('<!--'.repeat(1_000_000));
    const { ms, answer } = await longestTurn(async () => {
      const under = { way: true };
      const slow = teacher.upload(transactionRoutes.importLines, hostile, 'l.xlsx', { query });
      void slow.finally(() => (under.way = false));
      do {
        expect((await teacher.call(userRoutes.getMe)).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 20));
      } while (under.way);
      return slow;
    });
    expect(answer.error.code).toBe('WORKBOOK');
    expect(ms).toBeLessThan(500);
    const large = workbookOf(`${' '.repeat(5_100_000)}<row r="1">${cell('A1', 'code')}</row>`);
    expect((await teacher.upload(transactionRoutes.importLines, large, 'l.xlsx', { query })).error.message).toContain(
      '解压后最大',
    );
  },
);

test('[F-3A5] a cell of megabytes delays no other request, whatever its type', { tags: ['alone'] }, async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const query = { type: 'INBOUND' as const };
  for (const unit of ['H225 ', '""', '1,', 'a']) {
    const content = Buffer.from(`code,qty\n"${unit.repeat(Math.floor(14_000_000 / unit.length))}",1`);
    const { ms, answer } = await longestTurn(() => teacher.upload(transactionRoutes.importLines, content, 'l.csv', { query }));
    expect([unit, answer.error.code]).toEqual([unit, 'WORKBOOK']);
    expect(ms, unit).toBeLessThan(500);
  }
});

test('[security 61] a heading named like a property of Object is an ordinary heading', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const content = sheet(['code', 'constructor', '__proto__'], ['x y', '1', '2']);
  const answer = await manager.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: true } });
  expect(answer.data).toMatchObject({ refused: 1, written: false });
});

test('[security 61] lone surrogates and impossible years are refused without an error', async () => {
  const places = await placesOf(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const form = (more: object) => ({
    type: 'INBOUND' as const,
    warehouseId: places.w1,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
    ...more,
  });
  const send = (body: object) => teacher.send('POST', '/wms/transaction', body);
  expect((await send(form({ purpose: 'a\ud800b' }))).error.code).toBe('VALIDATION');
  expect((await send(form({ purpose: String.raw`\ud800 😀` }))).status).toBe(200);
  expect((await send(form({ planDate: '0000-01-01' }))).error.code).toBe('INVALID');
  expect((await send(form({ planDate: '2999-12-31' }))).status).toBe(200);
  for (const from of ['0000-01-01', '1899-12-31', '3000-01-01'])
    expect((await teacher.send('GET', `/wms/transaction?from=${from}`)).error.code).toBe('INVALID');
});
