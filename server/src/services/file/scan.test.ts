// A fake clamd that detects the EICAR test file.
import { productRoutes } from '@kuwei/contract/wms/product';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { configOf } from '../../config.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';

/** In two parts, so that a scanner on this machine does not flag this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Larger than one chunk. */
const large = samplePdf(Array.from({ length: 40_000 }, (_, line) => `line ${line} of a data sheet`));

let scanner: Server;
/** The files it received. */
const scanned: Buffer[] = [];
let look: (socket: Socket) => void;
let world: World;
let teacher: Person;
let manager: Person;

/** Reads the command and its chunks, and responds. */
function answerScan(socket: Socket): void {
  let came = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    came = Buffer.concat([came, part]);
    const command = 'zINSTREAM\0';
    if (came.length < command.length) return;
    if (came.toString('latin1', 0, command.length) !== command) {
      socket.end('UNKNOWN COMMAND\0');
      return;
    }
    const chunks: Buffer[] = [];
    for (let at = command.length; at + 4 <= came.length;) {
      const length = came.readUInt32BE(at);
      if (length > 0 && at + 4 + length > came.length) return;
      if (length > 0) chunks.push(came.subarray(at + 4, at + 4 + length));
      at += 4 + length;
      if (length > 0) continue;
      const file = Buffer.concat(chunks);
      scanned.push(file);
      socket.end(file.includes(EICAR) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0');
    }
  });
  socket.on('error', () => {});
}

const listening = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

beforeAll(async () => {
  scanner = createServer((socket) => look(socket));
  const port = await listening(scanner);
  world = await openWorld({ CLAMD: `127.0.0.1:${port}` });
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(async () => {
  await world.end();
  await new Promise((done) => scanner.close(done));
});
beforeEach(() => {
  scanned.length = 0;
  look = answerScan;
});
const before = () => world.services.db.selectFrom('sys_file').select('id').execute();
let files: { id: string }[];
beforeEach(async () => {
  files = await before();
});
const expectNothingStored = async () => expect(await before()).toEqual(files);

test('a file is scanned as it was sent, and stored if it is clean', async () => {
  const { status, data } = await teacher.upload(fileRoutes.upload, large, 'sheet.pdf');
  expect(status).toBe(200);
  expect(scanned).toEqual([large]);
  expect((await teacher.send('GET', `/sys/fs/${data.id}`)).raw).toEqual(large);
});

test('a finding is reported by name, and nothing is stored, neither files nor workbooks', async () => {
  const { status, error } = await teacher.upload(fileRoutes.upload, Buffer.from(`%PDF-1.4\n${EICAR}`), 'x.pdf');
  expect([status, error.code, error.message]).toEqual([422, 'FILE_INFECTED', '病毒扫描发现“Win.Test.EICAR_HDB-1”，文件未接收']);
  const sheet = await manager.upload(productRoutes.importProducts, Buffer.from(`code,name\n1,${EICAR}`), 'x.csv');
  expect([sheet.status, sheet.error.code]).toEqual([422, 'FILE_INFECTED']);
  await expectNothingStored();
});

test('nothing is accepted if the scanner is down, reports an error or hangs up', async () => {
  const refused = async () => {
    const { status, error } = await teacher.upload(fileRoutes.upload, large, 'x.pdf');
    expect([status, error.code]).toEqual([503, 'FILE_NOT_SCANNED']);
  };
  // It stops reading.
  look = (socket) => socket.on('error', () => {}).end('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
  await refused();
  look = (socket) => socket.destroy();
  await refused();
  look = (socket) =>
    socket
      .resume()
      .on('error', () => {})
      .end('stream: OK but not quite\0');
  await refused();
  const { port } = scanner.address() as AddressInfo;
  await new Promise((done) => scanner.close(done));
  await refused();
  await expectNothingStored();
  look = answerScan;
  await listening(scanner, port);
  expect((await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).status).toBe(200);
});

test('an invalid scanner address is reported at startup', () => {
  expect(configOf({}).scanner).toBeNull();
  expect(configOf({ CLAMD: '/run/clamav/clamd.ctl' }).scanner).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(configOf({ CLAMD: '[::1]:3310' }).scanner).toEqual({ host: '::1', port: 3310 });
  for (const CLAMD of ['localhost', 'tcp://x:1', 'x:1/y', 'a b:1', 'x:99999'])
    expect(() => configOf({ CLAMD })).toThrow(/CLAMD must be host:port/);
});
