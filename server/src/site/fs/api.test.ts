// File routes, with the paths and names that clients know.
import { rmSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { IMAGE_SIZES } from '@kuwei/contract/constants';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { workbookOf } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { sizeFor } from '../../services/file/store.ts';

let world: World;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  teacher = await world.as('teacher', 'ROLE_TEACHER');
});
afterAll(() => world.end());

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0958d9' } })
    .png()
    .toBuffer();
const bare = (path: string) => world.app.inject({ method: 'GET', url: `/api${path}` });

test('[S7.58, S7.60, S7.65] a file is uploaded once and read at its URL; its name is never a path', async () => {
  const content = samplePdf(['安全说明']);
  const { data } = await teacher.upload(fileRoutes.upload, content, '../../etc/安全说明.pdf');
  expect(data).toMatchObject({ name: '安全说明.pdf', type: 'application/pdf', size: content.length, image: false });
  const read = await teacher.send('GET', `/sys/fs/${data.id}`);
  expect([read.status, read.headers['content-type'], read.raw.equals(content)]).toEqual([200, 'application/pdf', true]);
  expect(decodeURIComponent(String(read.headers['content-disposition']))).toContain('安全说明.pdf');
  expect((await teacher.send('GET', '/sys/fs/..%2f..%2fetc%2fpasswd')).status).toBeLessThan(500);
  expect((await teacher.send('GET', '/sys/fs/..%2f..%2fetc%2fpasswd')).status).toBeGreaterThanOrEqual(400);
});

test('[S7.65] detects the file type by content, and refuses large and unknown files', async () => {
  const script = await teacher.upload(fileRoutes.upload, Buffer.from('<script>alert(1)</script>'), 'photo.png');
  expect(script.error.code).toBe('FILE_TYPE');
  const disguised = await teacher.upload(fileRoutes.upload, await picture(10, 10), 'table.pdf');
  expect(disguised.data).toMatchObject({ type: 'image/png', image: true });
  const broken = await teacher.upload(fileRoutes.upload, (await picture(300, 300)).subarray(0, 120), 'x.png');
  expect(broken.error.code).toBe('FILE_BROKEN');
  const huge = await picture(10, 10);
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  const answer = await teacher.upload(fileRoutes.upload, huge, 'x.png');
  expect(answer.error).toMatchObject({ code: 'PICTURE_TOO_LARGE', message: expect.stringContaining('40 百万像素') as string });
  const large = await teacher.upload(fileRoutes.upload, Buffer.alloc(21 * 1024 * 1024), 'x.pdf');
  expect([large.status, large.error.code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect(large.error.message, '[F-U13] the limit is named').toContain('20 MB');
});

test('[security 35] the file extension follows the content; only archives that are workbooks are accepted', async () => {
  const storedNameOf = async (content: Buffer, name: string) =>
    (await teacher.upload(fileRoutes.upload, content, name)).data.name;
  const pdf = samplePdf(['x']);
  expect(await storedNameOf(pdf, '证书.pdf.bat')).toBe('证书.pdf');
  expect(await storedNameOf(pdf, 'x.HTA')).toBe('x.pdf');
  expect(await storedNameOf(pdf, 'V1.2 报告')).toBe('V1.2 报告.pdf');
  expect(await storedNameOf(pdf, 'SCAN.PDF')).toBe('SCAN.PDF');
  expect(await storedNameOf(pdf, '.exe')).toBe('file.pdf');
  expect(await storedNameOf(await picture(10, 10), 'x.html')).toBe('x.png');
  const jpeg = await sharp(await picture(10, 10))
    .jpeg()
    .toBuffer();
  expect([await storedNameOf(jpeg, '发票.JPEG'), await storedNameOf(jpeg, 'x.png')]).toEqual(['发票.JPEG', 'x.jpg']);
  const row = `<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>`;
  expect(await storedNameOf(workbookOf(row), 'lines.jar')).toBe('lines.xlsx');
  const program = Buffer.from(workbookOf(row).toString('latin1').replaceAll('xl/workbook.xml', 'META-INF/xx.xml'), 'latin1');
  expect((await teacher.upload(fileRoutes.upload, program, 'x.xlsx')).error.code).toBe('FILE_TYPE');
  const cut = await teacher.upload(fileRoutes.upload, Buffer.from('504b0304504b0506', 'hex'), 'x.xlsx');
  expect(cut.error.code).toBe('FILE_TYPE');
});

test('[S7.61, S7.62] [F-U13] serves an image as uploaded and in requested sizes; `uuid` only busts caches', async () => {
  const { data } = await teacher.upload(fileRoutes.upload, await picture(1000, 500), 'x.png');
  const widthOf = async (query: string): Promise<number> =>
    (await sharp((await teacher.send('GET', `/sys/fs/${data.id}${query}`)).raw).metadata()).width;
  expect(await Promise.all(['?s=60', '?s=100', '?s=5000', ''].map(widthOf))).toEqual([100, 100, 1000, 1000]);
  const sentBack = async (query: string): Promise<unknown[]> => {
    const { headers, raw } = await teacher.send('GET', `/sys/fs/${data.id}${query}`);
    return [
      headers['content-type'],
      (await sharp(raw).metadata()).format,
      /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1],
    ];
  };
  expect(await sentBack('')).toEqual(['image/png', 'png', 'x.png']);
  expect(await sentBack('?s=100')).toEqual(['image/webp', 'webp', 'x.webp']);
  expect(await widthOf('?s=60&uuid=a-1')).toBe(100);
  expect((await teacher.send('GET', `/sys/fs/${data.id}?s=wide`)).status).toBe(400);
});

const ticketFor = async (file: string): Promise<string> =>
  (await teacher.call(fileRoutes.makeTicket, { params: { file } })).data.access_token;

test('[S7.63][security 30] `access_token` accepts a one-time ticket for the file, not a token', async () => {
  const { data } = await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf');
  const { data: other } = await teacher.upload(fileRoutes.upload, samplePdf(['y']), 'y.pdf');
  const open = async (ticket: string, id = data.id) => (await bare(`/sys/fs/${id}?access_token=${ticket}`)).statusCode;
  const ticket = await ticketFor(data.id);
  const head = await world.app.inject({ method: 'HEAD', url: `/api/sys/fs/${data.id}?access_token=${ticket}` });
  expect([head.statusCode, await open(ticket, other.id)], 'for this file and for reading it').toEqual([403, 403]);
  const read = await bare(`/sys/fs/${data.id}?access_token=${ticket}`);
  expect([read.statusCode, read.headers['referrer-policy'], read.headers['cache-control']]).toEqual([
    200,
    'no-referrer',
    'no-store',
  ]);
  expect(await open(ticket), 'a second time').toBe(403);
  const race = await ticketFor(data.id);
  expect((await Promise.all(Array.from({ length: 8 }, () => open(race)))).filter((status) => status === 200)).toHaveLength(1);
  for (const wrong of ['', 'x'.repeat(43), teacher.token]) expect([wrong, await open(wrong)]).toEqual([wrong, 403]);
  expect((await bare(`/sys/fs/${data.id}`)).statusCode).toBe(401);
  expect((await bare(`/sys/fs/${data.id}?access_token=a&access_token=${await ticketFor(data.id)}`)).statusCode).toBe(401);
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  expect((await supplier.call(fileRoutes.makeTicket, { params: { file: data.id } })).status).toBe(404);
  // Tickets open files only: URLs end up in too many logs.
  for (const path of ['/sys/msg-inbox', '/auth/biz/user/by-me'])
    expect((await bare(`${path}?access_token=${await ticketFor(data.id)}`)).statusCode).toBe(401);
});

test('[security 30] a ticket expires after a minute, and with its session', async () => {
  const { data } = await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf');
  const [late, left] = [await ticketFor(data.id), await ticketFor(data.id)];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    expect((await bare(`/sys/fs/${data.id}?access_token=${late}`)).statusCode).toBe(403);
  } finally {
    vi.useRealTimers();
  }
  const { db } = world.services;
  const sessions = db.updateTable('sys_session').where('user_id', '=', teacher.id);
  await sessions.set({ ended_at: new Date() }).execute();
  onTestFinished(async () => void (await sessions.set({ ended_at: null }).execute()));
  expect((await bare(`/sys/fs/${data.id}?access_token=${left}`)).statusCode).toBe(401);
});

test('[S7.64] sizes are rounded up to the next of the list, at most 1920', () => {
  expect(IMAGE_SIZES).toEqual([50, 100, 150, 200, 400, 800, 1200, 1920]);
  expect([1, 50, 51, 399, 800, 801, 1920, 1921, 99_999].map(sizeFor)).toEqual([50, 50, 100, 400, 800, 1200, 1920, 1920, 1920]);
});

test('[F-D8] refuses a file changed on disk, and reports a missing one without a server error', async () => {
  const { services } = world;
  const content = samplePdf(['检测报告']);
  const logged = vi.spyOn(services.log, 'error');
  const { data: pdf } = await teacher.upload(fileRoutes.upload, content, 'coa.pdf');
  const { data: image } = await teacher.upload(fileRoutes.upload, await picture(400, 400), 'x.png');
  const read = async (id: string, query = '') => {
    const answer = await teacher.send('GET', `/sys/fs/${id}${query}`);
    return answer.status === 200 ? 200 : answer.error.code;
  };
  expect(await read(pdf.id)).toBe(200);
  writeFileSync(services.files.pathOf(pdf.id), Buffer.from(content.toString('latin1').replace('obj', 'obi'), 'latin1'));
  expect(await read(pdf.id)).toBe('FILE_LOST');
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ file: pdf.id, detail: 'the file is not what was stored' }),
    expect.stringContaining('verify'),
  );
  writeFileSync(services.files.pathOf(pdf.id), content);
  expect(await read(pdf.id)).toBe(200);
  rmSync(services.files.pathOf(pdf.id));
  expect(await read(pdf.id)).toBe('FILE_LOST');
  rmSync(services.files.pathOf(image.id));
  expect([await read(image.id), await read(image.id, '?s=64')]).toEqual(['FILE_LOST', 'FILE_LOST']);
});
