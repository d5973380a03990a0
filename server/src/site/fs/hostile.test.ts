// Malicious files and requests.
import { readdirSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbookOf } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';

let world: World;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  teacher = await world.as('teacher', 'ROLE_TEACHER');
});
afterAll(() => world.end());

const store = async (content: Buffer, name: string): Promise<string> =>
  (await teacher.upload(fileRoutes.upload, content, name)).data.id;

/** Encodings of `../../etc/passwd`, and other path traversals. */
const ELSEWHERE = [
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%252f..%252fetc%252fpasswd',
  '..%5c..%5cetc%5cpasswd',
  '....%2f%2fetc%2fpasswd',
  '..%c0%afetc%c0%afpasswd',
  '%2fetc%2fpasswd',
  'file:%2f%2f%2fetc%2fpasswd',
  '..;%2fetc%2fpasswd',
  '~%2f.ssh%2fid_rsa',
  'C:%5cWindows%5cwin.ini',
  '00000000-0000-4000-8000-000000000000%2f..%2fx',
  '00000000-0000-4000-8000-000000000000%0a',
  '..',
  '.',
];

test('[security 31] files are addressed by id; anything else is not found', async () => {
  const nothing = await teacher.send('GET', `/sys/fs/${crypto.randomUUID()}`);
  const { requestId: _, ...rest } = nothing.error.data!;
  for (const path of ELSEWHERE) {
    const { status, error } = await teacher.send('GET', `/sys/fs/${path}`);
    // A path with an invalid UTF-8 byte is malformed.
    if (path.includes('%c0')) expect([path, status]).toEqual([path, 400]);
    else {
      const { requestId, ...data } = error.data!;
      expect(requestId).toEqual(expect.any(String));
      expect([path, status, { ...error, data }]).toEqual([path, 404, { ...nothing.error, data: rest }]);
    }
  }
  for (const path of ['%', '%zz', '%u0041', 'a%2'])
    expect([path, (await teacher.send('GET', `/sys/fs/${path}`)).status]).toEqual([path, 400]);
});

test('[security 32] files are served as downloads; only re-encoded pictures are shown inline', async () => {
  const name = '报告 "1";x=\r\n.pdf';
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const [content, sent, type, disposition] of [
    [
      samplePdf(['x']),
      encodeURIComponent(name),
      'application/pdf',
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/,
    ],
    [workbookOf(''), '表.xlsx', /spreadsheetml\.sheet$/, /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/],
    [picture, 'x.png', 'image/png', /^inline; filename="x\.png"; filename\*=UTF-8''x\.png$/],
  ] as const) {
    const { headers } = await teacher.send('GET', `/sys/fs/${await store(content, sent)}`);
    expect(headers['content-type']).toMatch(type);
    expect(headers['content-disposition']).toMatch(disposition);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
  }
});

test('[security 35] a polyglot picture is served as a picture only', async () => {
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer();
  const id = await store(Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/=1;')]), 'x.gif');
  const { headers, raw } = await teacher.send('GET', `/sys/fs/${id}`);
  expect([headers['content-type'], raw.includes('script')]).toEqual(['image/webp', false]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const name of ['x.svg', 'x.png', 'x.pdf'])
    expect((await teacher.upload(fileRoutes.upload, svg, name)).error.code).toBe('FILE_TYPE');
});

test('[security 33] a hundred ranges send no more than the file, and a thousand are refused', async () => {
  const content = samplePdf(['x']);
  const id = await store(content, 'x.pdf');
  const ranges = (count: number): string => `bytes=${Array.from({ length: count }, (_, at) => `${at}-${at}`).join(',')}`;
  expect((await teacher.send('GET', `/sys/fs/${id}`, undefined, { range: ranges(1_000) })).status).toBe(400);
  for (const asked of [ranges(100), 'bytes=0-', 'bytes=-1', 'bytes=5-1', 'lines=1-2']) {
    const { status, raw } = await teacher.send('GET', `/sys/fs/${id}`, undefined, { range: asked });
    expect([asked.slice(0, 12), status, raw.equals(content)]).toEqual([asked.slice(0, 12), 200, true]);
  }
});

/** Files being received. */
const received = (): string[] => readdirSync(world.services.files.incoming);

test('[security 34] a refused upload leaves no file behind', async () => {
  await expect.poll(received).toEqual([]);
  expect((await teacher.upload(fileRoutes.upload, Buffer.alloc(21_000_000), 'x.pdf')).status).toBe(413);
  expect((await teacher.upload(fileRoutes.upload, Buffer.from('hello'), 'x.pdf')).status).toBe(422);
  await expect.poll(received).toEqual([]);
});

test('[security 34] an aborted upload leaves no file behind, and an endless one is cut off', async () => {
  const { port } = world.app.server.address() as AddressInfo;
  const head = (length: number): string =>
    `POST /api/sys/fs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${teacher.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-';
  const leaving = connect(port, '127.0.0.1', () => leaving.write(head(10_000_000)));
  await expect.poll(received).toHaveLength(1);
  leaving.destroy();
  await expect.poll(received).toEqual([]);

  let answer = '';
  let sent = 0;
  const endless = connect(port, '127.0.0.1', () => endless.write(head(10_000_000_000)));
  const piece = Buffer.alloc(1_000_000);
  const closed = new Promise<void>((resolve) => endless.on('close', () => resolve()));
  endless.on('error', () => {});
  endless.on('data', (chunk) => (answer += chunk.toString('latin1')));
  const more = (): void => {
    while (!endless.destroyed && sent < 500_000_000 && ((sent += piece.length), endless.write(piece)));
  };
  endless.on('drain', more).once('connect', more);
  await closed;
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 413');
  expect(sent).toBeLessThan(100_000_000);
  await expect.poll(received).toEqual([]);
});

test('[security 36, security 37] strips location and other metadata from pictures, and applies their orientation', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0958d9' } })
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 28/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-NOTE</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.exif !== undefined, before.orientation]).toEqual([true, 6]);
  const id = await store(photo, 'photo.jpg');
  for (const query of ['', '?s=50']) {
    const { raw } = await teacher.send('GET', `/sys/fs/${id}${query}`);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(raw).metadata();
    expect([exif, xmp, iptc, orientation, width, height]).toEqual([undefined, undefined, undefined, undefined, 20, 40]);
    expect(raw.includes('SECRET')).toBe(false);
  }
});

test('[security 36] a flood of pictures from one user does not block others', async () => {
  const side = { width: 1_200, height: 1_200, channels: 4 as const, background: '#0958d9' };
  const costly = await sharp({ create: side }).png({ progressive: true }).toBuffer();
  const small = await sharp({ create: { ...side, width: 60, height: 60 } })
    .png()
    .toBuffer();
  const victim = await world.as('supplier', 'ROLE_SUPPLIER');
  const statuses: number[] = [];
  const flood = Array.from({ length: 60 }, async () => {
    statuses.push((await teacher.upload(fileRoutes.upload, costly, 'x.png')).status);
  });
  await expect.poll(() => statuses.includes(429)).toBe(true);
  const sent = await victim.upload(fileRoutes.upload, small, 'y.png');
  expect((await victim.send('GET', `/sys/fs/${sent.data.id}?s=50`)).status).toBe(200);
  expect(statuses.length, 'before the pictures of the other are through').toBeLessThan(60);
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('[security 36] reads only the first of thousands of frames, within limits', { tags: ['alone'] }, async () => {
  const frames = Buffer.alloc(100 * 100 * 3 * 2_000);
  for (let at = 0; at < frames.length; at += 30_000) frames.fill((at / 30_000) % 256, at, at + 30_000);
  const many = await sharp(frames, { raw: { width: 100, height: 100 * 2_000, channels: 3, pageHeight: 100 } })
    .gif({ effort: 1 })
    .toBuffer();
  const before = process.memoryUsage().rss;
  const id = await store(many, 'x.gif');
  const { pages, width, height } = await sharp((await teacher.send('GET', `/sys/fs/${id}`)).raw).metadata();
  expect([pages ?? 1, width, height]).toEqual([1, 100, 100]);
  expect(process.memoryUsage().rss - before).toBeLessThan(256_000_000);
});

test('[F-A6] refuses malformed multipart without a server error', async () => {
  const part = 'content-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.4';
  const cases: [what: string, type: string, payload: string][] = [
    ['no boundary', 'multipart/form-data', `--x\r\n${part}\r\n--x--\r\n`],
    ['one that is too long', `multipart/form-data; boundary=${'b'.repeat(200)}`, `--${'b'.repeat(200)}\r\n${part}\r\n`],
    ['a body cut short', 'multipart/form-data; boundary=x', `--x\r\n${part}`],
    ['a head cut short', 'multipart/form-data; boundary=x', '--x\r\ncontent-dispo'],
    ['nothing', 'multipart/form-data; boundary=x', ''],
  ];
  for (const [what, type, payload] of cases) {
    const answer = await teacher.send('POST', '/sys/fs', Buffer.from(payload), { 'content-type': type });
    expect([what, answer.status >= 400 && answer.status < 500], answer.raw.toString()).toEqual([what, true]);
  }
  await expect.poll(received).toEqual([]);
});

test('[F-A6] concurrent requests for a size not yet made all succeed', async () => {
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  const { id } = (await teacher.upload(fileRoutes.upload, png, 'a.png')).data;
  const asked = await Promise.all(Array.from({ length: 50 }, () => teacher.send('GET', `/sys/fs/${id}?s=64`)));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(asked.map(({ raw }) => raw.length)).size).toBe(1);
});
