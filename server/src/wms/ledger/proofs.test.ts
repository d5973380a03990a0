// Incremental proofs, manual and scheduled.
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { productBoxRoutes as routes, type LedgerProof } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deposited, lineOf, openScene, type Scene } from '../../../test/_flow.ts';
import type { Person } from '../../../test/_world.ts';
import { cleanUp } from '../../site/tidy.ts';
import { sealAndAnchor } from './seal.ts';
import { runScheduledProofs } from './proofs.ts';

let scene: Scene;
let manager: Person;
beforeEach(async () => {
  scene = await openScene();
  manager = await scene.world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await depositAndSeal('W-BEAKER-250');
});
afterEach(() => scene.world.end());

/** Deposits five, and seals its entries. */
async function depositAndSeal(code: string): Promise<void> {
  const { world, cast, places } = scene;
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product(code), '5', { unit: 'PIECE' })] });
  await sealAndAnchor(world.services);
}

const all = async (): Promise<LedgerProof> => (await manager.call(routes.proveLedger)).data;
const proveNew = async (): Promise<LedgerProof> => (await manager.call(routes.proveNewEntries)).data;
const proofs = async () => (await manager.call(routes.getProofs)).data;
const checksOf = ({ faults }: LedgerProof): string[] => [...new Set(faults.map(({ check }) => check))];

/** Acts as table owner, with triggers disabled. */
async function tamper(...statements: string[]): Promise<void> {
  await scene.world.services.db.transaction().execute(async (trx) => {
    for (const how of ['disable', 'enable']) {
      if (how === 'enable') for (const statement of statements) await sql.raw(statement).execute(trx);
      for (const table of ['wms_ledger', 'wms_ledger_block', 'wms_product_box'])
        await sql.raw(`alter table ${table} ${how} trigger user`).execute(trx);
    }
  });
}

test('[F-R6] the second proof continues from the last block of the first', async () => {
  expect(await proveNew()).toMatchObject({ kind: 'FULL', since: null, ok: true });
  await depositAndSeal('W-FLASK-500');
  const second = await proveNew();
  expect(second).toMatchObject({
    kind: 'INCREMENT',
    since: { block: 1, entry: 1 },
    ok: true,
    ledgerRows: 2,
    sealedRows: 2,
    blocks: 2,
  });
  expect(second.checks.map(({ check }) => check)).not.toContain('OWNERS');
  expect(await proveNew()).toMatchObject({ since: { block: 2, entry: 2 }, ok: true });
  expect(await proofs()).toMatchObject({
    running: null,
    full: { by: expect.any(String) as string, proof: { ok: true } },
    increment: { proof: { since: { block: 2 } } },
  });
});

test('[F-R6] proves what was added: stock, entries, documents and blocks', async () => {
  await all();
  await depositAndSeal('W-FLASK-500');
  const last = '(select max(seq) from wms_ledger)';
  const ways: [string, string, string[]][] = [
    [
      `update wms_ledger set reason = 'x' where seq = ${last}`,
      `update wms_ledger set reason = null where seq = ${last}`,
      ['ENTRIES', 'SEALED'],
    ],
    [
      `update wms_product_box set qty = qty + 1 where ledger_seq = ${last}`,
      `update wms_product_box set qty = qty - 1 where ledger_seq = ${last}`,
      ['REPLAY'],
    ],
    [
      `update wms_transaction_line set qty_done = 4 where id = (select line_id from wms_ledger where seq = ${last})`,
      `update wms_transaction_line set qty_done = 5 where id = (select line_id from wms_ledger where seq = ${last})`,
      ['LINES'],
    ],
    [
      `update wms_ledger_block set no = 3 where no = 2`,
      `update wms_ledger_block set no = 2 where no = 3`,
      ['SEALED', 'SIGNED', 'ANCHORED'],
    ],
  ];
  for (const [how, undo, checks] of ways) {
    await tamper(how);
    const proof = await proveNew();
    expect([how, proof.kind, checksOf(proof)]).toEqual([how, 'INCREMENT', checks]);
    await tamper(undo);
  }
  // A failing proof does not advance the proved state.
  expect(await proveNew()).toMatchObject({ ok: true, since: { block: 1 } });
});

test('[F-R6] a full proof finds an old entry changed after it was proved, and reports that', async () => {
  await all();
  await tamper(`update wms_ledger set at = at + interval '1 second' where seq = 1`);
  expect(await proveNew()).toMatchObject({ kind: 'INCREMENT', ok: true });
  const [fault, ...others] = (await all()).faults;
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ check: 'SEALED', subject: '1' });
  expect(fault!.detail).toMatch(/^an entry was changed after it had been sealed, and proved \(\d{4}-/);
});

test('[F-R6] an old entry and its stock forged consistently do not match the signed state', async () => {
  await all();
  await tamper(
    `update wms_ledger set qty_delta = 4, qty_after = 4 where seq = 1`,
    `update wms_product_box set qty = 4 where ledger_seq = 1`,
    `update wms_transaction_line set qty_done = 4 where id = (select line_id from wms_ledger where seq = 1)`,
    `update wms_transaction_line_box set qty = 4, qty_done = 4 where line_id = (select line_id from wms_ledger where seq = 1)`,
  );
  expect(checksOf(await proveNew())).toEqual(['REPLAY']);
  expect(checksOf(await all())).toEqual(['SEALED', 'PROVED']);
});

test('[F-R6] a proved state without a valid signature is ignored: everything is proved', async () => {
  await all();
  await depositAndSeal('W-FLASK-500');
  const raised = `update wms_ledger_proved set block_no = 2, last_seq = 2, block_hash = (select hash from wms_ledger_block where no = 2)`;
  const fitted = `with held as (update wms_ledger_proved_stock set qty = 4 returning *)
    update wms_ledger_proved set balances = sha256((select string_agg(
      sha256(convert_to(concat_ws('|', product_box_id, qty, ledger_seq), 'UTF8')), ''::bytea order by product_box_id) from held))`;
  for (const way of [
    raised,
    fitted,
    'update wms_ledger_proved_stock set qty = 4',
    'delete from wms_ledger_proved_stock',
    `update wms_ledger_proved set full_at = now() + interval '1 year'`,
    `update wms_ledger_proved set key_id = 'other'`,
  ]) {
    await tamper(way);
    const proof = await proveNew();
    expect([way, proof.kind, checksOf(proof)]).toEqual([way, 'FULL', ['PROVED']]);
    // The rest passed, so the state was stored again and the next proof continues from it.
    expect(await proveNew()).toMatchObject({ kind: 'INCREMENT', ok: true });
  }
});

test('[F-R6] the clock runs a full proof weekly and an incremental one hourly', async () => {
  const { services } = scene.world;
  const kinds = async () =>
    (await services.db.selectFrom('wms_ledger_proof').orderBy('begun_at').select(['kind', 'asked_by', 'ok']).execute()).map(
      ({ kind, asked_by, ok }) => [kind, asked_by, ok],
    );
  await runScheduledProofs(services);
  await runScheduledProofs(services);
  expect(await kinds()).toEqual([
    ['FULL', null, true],
    ['INCREMENT', null, true],
  ]);
  await sql`update wms_ledger_proof set ended_at = ended_at - interval '9 days', begun_at = begun_at - interval '9 days'`.execute(
    services.db,
  );
  await runScheduledProofs(services);
  expect((await kinds()).at(-1)).toEqual(['FULL', null, true]);
  expect((await proofs()).full).toMatchObject({ by: null });
});

test('deletes incremental proofs after three months and keeps full ones', async () => {
  const { services } = scene.world;
  await all();
  await proveNew();
  await sql`update wms_ledger_proof set begun_at = begun_at - interval '91 days'`.execute(services.db);
  await depositAndSeal('W-FLASK-500');
  await proveNew();
  expect((await cleanUp(services))['wms_ledger_proof']).toBe(1);
  const { rows } = await sql<{ kind: string }>`select kind from wms_ledger_proof order by begun_at`.execute(services.db);
  expect(rows.map(({ kind }) => kind)).toEqual(['FULL', 'INCREMENT']);
});

test('[F-R6] notifies warehouse heads and administrators of a fault once', async () => {
  const { services } = scene.world;
  const admin = await scene.world.as('admin', 'ROLE_ADMIN');
  const messagesOf = async (person: Person) =>
    (await person.call(inbox.listMine, { query: { state: ['NEW'] } })).data.list.filter(
      ({ title }) => title === '账实核对发现不符',
    );
  await tamper(`update wms_product_box set qty = 4 where ledger_seq = 1`);
  await runScheduledProofs(services);
  await runScheduledProofs(services);
  for (const person of [manager, admin]) {
    const messages = await messagesOf(person);
    expect(messages).toHaveLength(1);
    expect(messages[0]!.content).toContain('REPLAY');
  }
  expect((await messagesOf(manager))[0]!.link).toBe('/admin/wms/ledger');
  expect(await messagesOf(scene.cast.teacher)).toEqual([]);
});

test('[F-R6] shows progress while a proof runs', async () => {
  const { db } = scene.world.services;
  const holding = await db.startTransaction().execute();
  await sql`lock table wms_transaction_record in access exclusive mode`.execute(holding);
  const proof = all();
  let seen = await proofs();
  while (!seen.running || seen.running.partsDone === 0) seen = await proofs();
  expect(seen.running).toMatchObject({ kind: 'FULL' });
  expect(seen.running.parts).toBeGreaterThan(seen.running.partsDone);
  await holding.rollback().execute();
  expect(await proof).toMatchObject({ ok: true });
  expect((await proofs()).running).toBeNull();
});
