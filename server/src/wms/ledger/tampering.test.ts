// Tampering by a database owner, each kind found by the proof and isolated from the others.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, lineOf, openScene, type Scene } from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';
import { findFailingChecksAfter, findFaultsAfter, openPosted } from '../../../test/_tampered.ts';
import { openWorld } from '../../../test/_world.ts';
import { connect } from '../../db/open.ts';
import { openSealer } from '../../services/sealer.ts';
import { sealAndAnchor, sealLedger } from './seal.ts';
import { prove } from './prove.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openPosted();
});
afterAll(() => scene.world.end());

/** Checks that fail after the statements, each once. */
const failedChecks = (...statements: string[]): Promise<string[]> =>
  findFailingChecksAfter(scene.world.services, TABLES, statements);

const TABLES = ['wms_ledger', 'wms_ledger_block', 'wms_product_box', 'wms_transaction_record'];
const LAST = `(select max(seq) from wms_ledger)`;
const HEAD = `(select max(no) from wms_ledger_block)`;
const REHASH = `do $$ declare b record; h bytea := ''; p bigint := 0; begin
  for b in select * from wms_ledger_block order by no loop
    select sha256(h || coalesce(string_agg(wms_ledger_digest(l), ''::bytea order by l.seq), ''::bytea)) into h
      from wms_ledger l where l.seq > p and l.seq <= b.last_seq;
    update wms_ledger_block set hash = h, row_count = (select count(*) from wms_ledger l where l.seq > p and l.seq <= b.last_seq) where no = b.no;
    p := b.last_seq;
  end loop; end $$`;

test('[F-D8] finds nothing without tampering', async () => {
  expect(await failedChecks()).toEqual([]);
});

test('[F-J1] finds a line that differs from its posting, and a move that lost goods', async () => {
  const arrived = `(select seq from wms_ledger where kind = 'MOVE_IN')`;
  const lineOfMove = `(select line_id from wms_ledger where kind = 'MOVE_IN')`;
  const saysOne = `update wms_transaction_line set qty_done = 1 where id = ${lineOfMove}`;
  const boxesSayOne = `update wms_transaction_line_box set qty_done = 1 where line_id = ${lineOfMove}`;
  expect(await failedChecks(saysOne)).toEqual(['LINES']);
  expect(await failedChecks(saysOne, boxesSayOne), 'and its boxes with it').toEqual(['LINES']);
  expect(
    await failedChecks(
      `update wms_product_box s set qty = 1 from wms_ledger l where l.product_box_id = s.id and l.seq = ${arrived}`,
      `update wms_ledger set qty_delta = 1, qty_after = 1 where seq = ${arrived}`,
    ),
  ).toContain('MOVES');
});

test('[F-D8] finds a replaced guard function', async () => {
  expect(
    await failedChecks(
      `create or replace function wms_only_posting() returns trigger language plpgsql as $$ begin return new; end $$`,
    ),
  ).toEqual(['GUARDED']);
  expect(await failedChecks(`alter function wms_append_only() set search_path = pg_temp`)).toEqual(['GUARDED']);
  expect(
    await failedChecks(
      `drop trigger wms_ledger_insert on wms_ledger`,
      `create trigger wms_ledger_insert before insert on wms_ledger for each row when (false) execute function wms_only_posting()`,
    ),
  ).toEqual(['GUARDED']);
  expect(await failedChecks(`create rule quiet as on insert to wms_ledger where false do instead nothing`)).toEqual(['GUARDED']);
});

test('[F-D8] finds goods posted through the posting function without a document', async () => {
  expect(
    await failedChecks(`select wms_post(gen_random_uuid(), (select id from sys_user where username = 'keeper'), null, null, jsonb_build_array(jsonb_build_object(
      'n', 0, 'productBoxId', (select id from wms_product_box where qty > 0 order by ledger_seq limit 1), 'qty', '1000', 'kind', 'IN')))`),
  ).toEqual(['ENTRIES']);
});

test('[F-D8] finds a finished document without postings', async () => {
  expect(
    await failedChecks(`insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, created_by)
      select gen_random_uuid(), 'IN-GHOST', type, source, owner_org_id, applicant_id, warehouse_id, 'DONE', created_by from wms_transaction where type = 'INBOUND' limit 1`),
  ).toEqual(['DONE']);
});

test('[F-D8] finds the newest blocks and entries removed with everything else adjusted', async () => {
  const entry = `(select last_seq from wms_ledger_block where no = ${HEAD} - 1)`;
  expect(
    await failedChecks(
      `update wms_transaction_line_box x set qty_done = 0 from wms_ledger l where l.line_id = x.line_id and l.seq > ${entry}`,
      `update wms_transaction_line x set qty_done = 0 from wms_ledger l where l.line_id = x.id and l.seq > ${entry}`,
      `update wms_transaction t set state = 'EXECUTING' from wms_ledger l where l.transaction_id = t.id and l.seq > ${entry}`,
      `update wms_product_box s set qty = 0, ledger_seq = 0 from wms_ledger l where l.product_box_id = s.id and l.seq > ${entry}`,
      `delete from wms_ledger where seq > ${entry}`,
      `delete from wms_ledger_block where no = ${HEAD}`,
      `select setval('wms_ledger_seq_seq', ${LAST})`,
    ),
  ).toEqual(['ANCHORED']);
});

test('[F-D8] finds a recomputed chain', async () => {
  const change = `update wms_ledger set reason = 'x' where seq = (select min(seq) from wms_ledger)`;
  expect(await failedChecks(change)).toEqual(['ENTRIES', 'SEALED']);
  expect(await failedChecks(change, REHASH)).toEqual(['ANCHORED', 'ENTRIES', 'SIGNED']);
  expect(await failedChecks(change, REHASH, `update wms_ledger_block set signature = null, key_id = null`)).toEqual([
    'ANCHORED',
    'ENTRIES',
    'SIGNED',
  ]);
});

test('[F-D8] finds half of a reversal', async () => {
  const half = `(select max(seq) from wms_ledger where kind = 'REVERSAL')`;
  const found = await failedChecks(
    `update wms_transaction_line x set qty_done = 0 from wms_ledger l where l.line_id = x.id and l.seq = ${half}`,
    `update wms_product_box s set qty = s.qty - l.qty_delta, ledger_seq = (select max(seq) from wms_ledger o where o.product_box_id = s.id and o.seq <> l.seq)
       from wms_ledger l where l.product_box_id = s.id and l.seq = ${half}`,
    `delete from wms_ledger where seq = ${half}`,
  );
  expect(found).toContain('REVERSALS');
});

/** A hash function that returns the sealed hashes for changed entries. */
const OWN_HASH = [
  `create schema evil`,
  `create table evil.known (changed bytea, sealed bytea)`,
  `create function evil.sha256(content bytea) returns bytea language sql as $$
     select coalesce((select sealed from evil.known where changed = pg_catalog.sha256(content)), pg_catalog.sha256(content)) $$`,
  `insert into evil.known (sealed) select wms_ledger_digest(l) from wms_ledger l where seq = 1`,
  `update wms_ledger set reason = 'x' where seq = 1`,
  `update evil.known set changed = (select wms_ledger_digest(l) from wms_ledger l where seq = 1)`,
];

test('[F-D8] finds a shadowing hash function', async () => {
  expect(await failedChecks(...OWN_HASH, `set local search_path = evil, pg_catalog, public`)).toEqual(['ENTRIES', 'SEALED']);
});

test('[F-D8] finds settings that change the meaning of statements', async () => {
  const database = new URL(scene.world.database.url).pathname.slice(1);
  for (const setting of [
    `search_path = evil, pg_catalog, public`,
    `row_security = off`,
    `quote_all_identifiers = on`,
    `transform_null_equals = on`,
  ]) {
    expect(await failedChecks(`alter database "${database}" set ${setting}`), setting).toEqual(['GUARDED']);
    expect(await failedChecks(`alter role current_user in database "${database}" set ${setting}`), setting).toEqual(['GUARDED']);
  }
  expect(
    await failedChecks(
      `alter database "${database}" set search_path = public`,
      `alter database "${database}" set work_mem = '8MB'`,
    ),
  ).toEqual([]);
});

test('[F-D8] sessions fix search_path and disable JIT regardless of role and database settings', async () => {
  const own = await openWorld();
  const { db } = own.services;
  const database = new URL(own.database.url).pathname.slice(1);
  await sql.raw(`create schema evil`).execute(db);
  await sql.raw(`alter database "${database}" set search_path = evil, public`).execute(db);
  await sql.raw(`alter database "${database}" set jit = on`).execute(db);
  const later = connect(own.database.url, { poolSize: 1, log: own.services.log }, async () => {});
  try {
    const { rows } = await sql<{ path: string; jit: string }>`
      select current_setting('search_path') as path, current_setting('jit') as jit`.execute(later.db);
    expect(rows).toEqual([{ path: 'public,pg_temp', jit: 'off' }]);
  } finally {
    await later.close();
    await own.end();
  }
});

test('[F-D8] finds tables, constraints, defaults, triggers, rules, policies, functions and operators that were not shipped', async () => {
  const everything = `for each row execute function wms_append_only()`;
  const ways: string[][] = [
    [`alter table wms_transaction_line drop constraint wms_transaction_line_check1`],
    [`alter table wms_ledger drop constraint wms_ledger_product_box_id_fkey`],
    [`drop index wms_transaction_line_box_key`],
    [`alter table wms_transaction_line alter qty_done set default 1`],
    [`alter table wms_product_box alter qty drop not null`],
    [`alter table wms_transaction add column always integer generated always as (1) stored`],
    [`create trigger strange before delete on wms_transaction_line ${everything}`],
    [`alter table bpm_decision disable trigger bpm_decision_append_only`],
    [`drop trigger bpm_decision_append_only on bpm_decision`],
    [`alter table sys_log disable trigger user`],
    [
      `do $$ begin execute (select format('alter table %s disable trigger user', relid) from pg_partition_tree('sys_log') where isleaf limit 1); end $$`,
    ],
    [
      `do $$ begin execute (select format('drop trigger sys_log_no_truncate on %s', relid) from pg_partition_tree('sys_log') where isleaf limit 1); end $$`,
    ],
    [
      `do $$ begin execute (select format('create rule quiet as on update to %s do instead nothing', relid) from pg_partition_tree('sys_log') where isleaf limit 1); end $$`,
    ],
    [`create rule quiet as on delete to sys_log do instead nothing`],
    [`create table more () inherits (wms_ledger)`],
    [`alter table wms_stock_balance rename to real`, `create view wms_stock_balance as select * from real`],
    [`alter table bpm_instance rename column state to status`],
    [`create function format(text, numeric, numeric) returns text language sql as $$ select '' $$`],
    [
      `create function unequal(bigint, numeric) returns boolean language sql as $$ select false $$`,
      `create operator <> (leftarg = bigint, rightarg = numeric, function = unequal)`,
    ],
  ];
  for (const way of ways) expect(await failedChecks(...way), way[0]).toContain('GUARDED');
});

test('[F-D8] finds invented stock hidden by a policy', async () => {
  expect(
    await failedChecks(
      `insert into wms_product_box (id, product_id, batch_id, owner_org_id, box_id, warehouse_id, qty)
         select gen_random_uuid(), s.product_id, s.batch_id, s.owner_org_id, b.id, b.warehouse_id, 1000
           from wms_product_box s, wms_warehouse_box b where b.code = 'W2-B-R5-B9' order by s.ledger_seq limit 1`,
      `alter table wms_product_box enable row level security`,
      `alter table wms_product_box force row level security`,
      `create policy honest on wms_product_box using (ledger_seq > 0)`,
    ),
  ).toEqual(['GUARDED']);
});

const POSTED = `(select transaction_id from wms_ledger where kind = 'IN' order by seq desc limit 1)`;

test('[F-D8] finds a posted document that was deleted, returned or given to another owner', async () => {
  expect(await failedChecks(`update wms_transaction set deleted_at = now() where id = ${POSTED}`)).toEqual(['DOCUMENTS']);
  expect(await failedChecks(`update wms_transaction set state = 'APPROVED' where id = ${POSTED}`)).toEqual([
    'DECIDED',
    'DOCUMENTS',
  ]);
  expect(
    await failedChecks(
      `update wms_transaction t set owner_org_id = (select id from wms_org o where o.id <> t.owner_org_id limit 1) where id = ${POSTED}`,
    ),
  ).toEqual(['DOCUMENTS']);
});

test('[F-D8] finds a removed decision or timeline step', async () => {
  const without = (table: string, row: string) => [
    `alter table ${table} disable trigger user`,
    `delete from ${table} where ${row}`,
    `alter table ${table} enable trigger user`,
  ];
  expect(await failedChecks(...without('bpm_decision', `biz_id = ${POSTED}`))).toEqual(['DECIDED']);
  const step = `transaction_id = ${POSTED} and action = 'finish'`;
  expect(await failedChecks(...without('wms_transaction_record', step))).toEqual(['DECIDED']);
});

const IN_OF = `(select seq from wms_ledger where kind = 'IN' and transaction_id = ${POSTED} limit 1)`;
const LINE_OF = `(select line_id from wms_ledger where seq = ${IN_OF})`;

test('[F-3L2] finds self-approved applications, and goods that need two storekeepers posted by one', async () => {
  const own = `update bpm_decision d set actor_id = t.applicant_id from wms_transaction t where t.id = d.biz_id and t.id = ${POSTED}`;
  const free = 'alter table bpm_decision disable trigger user';
  expect(await failedChecks(free, own, 'alter table bpm_decision enable trigger user')).toEqual(['DECIDED']);
  const submitter = `(select actor_id from wms_transaction_record where transaction_id = ${POSTED} and action = 'submit')`;
  const acting = `update bpm_decision set proxy_user_id = ${submitter} where biz_id = ${POSTED}`;
  expect(await failedChecks(free, acting, 'alter table bpm_decision enable trigger user')).toEqual(['DECIDED']);
  const since = (interval: string) =>
    `insert into wms_two_keepers (product_id, since) select product_id, at - interval '${interval}' from wms_ledger where seq = ${IN_OF}`;
  expect(await failedChecks(since('1 hour'))).toEqual(['DECIDED']);
  expect(await failedChecks(since('10 seconds')), 'a posting that had begun').toEqual([]);
});

test('[F-3L3] finds documents, lines and boxes that differ from their entries', async () => {
  const elsewhere = `(select id from wms_warehouse w where w.id <> t.warehouse_id limit 1)`;
  expect(await failedChecks(`update wms_transaction t set warehouse_id = ${elsewhere} where id = ${POSTED}`)).toEqual([
    'DOCUMENTS',
  ]);
  expect(
    await failedChecks(`update wms_transaction_line_box set qty_done = qty_done + 7, qty = qty + 7 where line_id = ${LINE_OF}`),
  ).toEqual(['LINES']);
  const stranger = `(select id from sys_user u where u.id <> t.applicant_id and u.username = 'supplier')`;
  expect(await failedChecks(`update wms_transaction t set applicant_id = ${stranger} where id = ${POSTED}`)).toEqual([
    'DOCUMENTS',
  ]);
  expect(
    await failedChecks(`update wms_transaction set finished_at = finished_at - interval '1 day' where id = ${POSTED}`),
  ).toEqual(['DOCUMENTS']);
  // A line of a product that is tracked by batch.
  const batched = `(select l.line_id from wms_ledger l join wms_batch b on b.id = l.batch_id where b.batch_no <> '-' and l.kind = 'IN' limit 1)`;
  expect(await failedChecks(`update wms_transaction_line set batch_no = 'ANOTHER' where id = ${batched}`)).toEqual(['ENTRIES']);
  expect(
    await failedChecks(`update wms_transaction_line set batch_no = lower(batch_no) where id = ${batched}`),
    'in other letters',
  ).toEqual([]);
});

test('[F-3L6] each check of stock rows finds its own fault', async () => {
  const first = `(select seq from wms_ledger where product_box_id = (
    select product_box_id from wms_ledger group by 1 having count(*) > 1 limit 1) order by seq limit 1)`;
  expect(
    await failedChecks(
      `update wms_product_box set ledger_seq = ledger_seq + 1 where id = (select product_box_id from wms_ledger where seq = ${IN_OF})`,
    ),
  ).toEqual(['LAST']);
  expect(await failedChecks(`update wms_ledger set qty_after = qty_after + 1 where seq = ${first}`, REHASH)).toContain(
    'SEQUENCE',
  );
  expect(
    await failedChecks(
      `update wms_ledger l set box_id = (select id from wms_warehouse_box b where b.id <> l.box_id and b.warehouse_id = l.warehouse_id limit 1) where seq = ${IN_OF}`,
      REHASH,
    ),
  ).toContain('NAMES');
});

test('[F-3L4] finds entries left unsealed although later ones exist', async () => {
  const none = 'delete from wms_ledger_block';
  // Ignores other faults of a ledger without blocks.
  const waiting = async (...statements: string[]): Promise<string[]> =>
    (await findFaultsAfter(scene.world.services, TABLES, [none, ...statements]))
      .filter(({ check, detail }) => check === 'SEALED' && detail.includes('wait to be sealed'))
      .map(({ detail }) => detail);
  const back = (interval: string, which: string) => `update wms_ledger set at = at - interval '${interval}' where ${which}`;
  expect(await waiting(), 'all of one minute').toEqual([]);
  expect(await waiting(back('1 day', 'true')), 'of a backup of yesterday').toEqual([]);
  expect(await waiting(back('20 minutes', 'seq = (select min(seq) from wms_ledger)'))).toEqual([
    expect.stringContaining('1 entries wait'),
  ]);
});

test('[F-D8] finds a fully forged collection: document, line, box and posting without applicant, review or pickup', async () => {
  const [document, line] = [randomUUID(), randomUUID()];
  const stock = `(select s from wms_product_box s where qty > 0 order by id limit 1)`;
  const keeper = `(select id from sys_user where username = 'keeper')`;
  expect(
    await failedChecks(
      `insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, round, levels, finished_at, created_by)
         select '${document}', 'OUT-FORGED', 'OUTBOUND', 'LAB', (s).owner_org_id, ${keeper}, (s).warehouse_id, 'DONE', 1, 0, now(), ${keeper} from ${stock} s`,
      `insert into wms_transaction_line (id, transaction_id, line_no, product_id, product_box_id, unit, unit_factor, qty, qty_req, qty_appr, qty_done)
         select '${line}', '${document}', 1, (s).product_id, (s).id, 'PIECE', 1, 1, 1, 1, 1 from ${stock} s`,
      `insert into wms_transaction_line_box (id, line_id, product_box_id, qty, qty_done) select gen_random_uuid(), '${line}', (s).id, 1, 1 from ${stock} s`,
      // Sequences are not transactional, so restore the value.
      `select setval('wms_ledger_seq_seq', ${LAST})`,
      `select wms_post('${document}', ${keeper}, null, null, jsonb_build_array(jsonb_build_object(
         'n', 0, 'productBoxId', (${stock}).id, 'qty', '-1', 'kind', 'OUT', 'lineId', '${line}')))`,
    ),
  ).toEqual(['DECIDED']);
});

test('[F-D8] a truncated anchor file is a fault, and sealing leaves it as it is', async () => {
  const { services } = scene.world;
  const note = join(services.config.dataDir, 'ledger-head.json');
  const whole = readFileSync(note, 'utf8');
  for (const torn of ['', whole.slice(0, 20), '{}']) {
    writeFileSync(note, torn);
    const { faults } = await prove(services.db, services.sealer);
    expect(faults).toMatchObject([
      { check: 'ANCHORED', subject: 'ledger-head.json', detail: expect.stringContaining('cannot be read') as string },
    ]);
    await expect(sealAndAnchor(services)).rejects.toThrow(/the note of the newest block .* cannot be read/);
    expect(readFileSync(note, 'utf8')).toBe(torn);
  }
  writeFileSync(note, whole);
  expect(await failedChecks()).toEqual([]);
});

test('[F-D8] unsigned blocks from before signatures are no fault, and the next one is signed', async () => {
  const old = await openScene();
  try {
    const { world, cast, places } = old;
    const { db, sealer } = world.services;
    const bring = () =>
      deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product('W-BEAKER-250'), '2', { unit: 'PIECE' })] });
    await bring();
    await sealAndAnchor(world.services);
    // As left by an older version: no signature, no anchor.
    await sql`alter table wms_ledger_block disable trigger user`.execute(db);
    await sql`update wms_ledger_block set signature = null, key_id = null`.execute(db);
    await sql`alter table wms_ledger_block enable trigger user`.execute(db);
    const note = join(world.services.config.dataDir, 'ledger-head.json');
    writeFileSync(note, 'null\n');
    expect((await prove(db, sealer)).faults).toEqual([]);
    await sealAndAnchor(world.services);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ no: 1, signedFrom: 2 });
    await bring();
    await sealAndAnchor(world.services);
    expect((await prove(db, sealer)).faults).toEqual([]);
    // The key of another installation is not accepted here; a key from the environment is.
    const stranger = openSealer({ dataDir: join(world.services.config.dataDir, 'other'), ledgerKey: undefined });
    expect((await prove(db, stranger)).faults.map((fault) => fault.check)).toEqual(['SIGNED']);
    const pem = readFileSync(join(world.services.config.dataDir, 'ledger-key.pem'), 'utf8');
    expect(openSealer({ dataDir: '/nowhere', ledgerKey: pem.replaceAll('\n', '\\n') }).keyId).toBe(sealer.keyId);
    expect(() => openSealer({ dataDir: '/nowhere', ledgerKey: 'secret' })).toThrow(/LEDGER_KEY must hold an ed25519 private key/);
  } finally {
    await old.world.end();
  }
});

test('[F-D8] finds a changed entry in any of many blocks, with two connections and with one', async () => {
  const own = await openWorld();
  const { db, sealer, log } = own.services;
  const alone = connect(own.database.url, { poolSize: 1, log }, async () => {});
  try {
    const entries = Array.from({ length: 20 }, () => ({ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '5' }));
    for (const entry of entries) await post(db, [entry]);
    await sealLedger(db, sealer, { blockRows: 1 });
    await sql`alter table wms_ledger disable trigger user`.execute(db);
    const { rows } = await sql<{ seq: number }>`select seq from wms_ledger order by seq`.execute(db);
    for (const [at, { seq }] of rows.entries()) {
      await sql`update wms_ledger set reason = 'changed' where seq = ${seq}`.execute(db);
      for (const one of [db, alone.db]) {
        const sealed = (await prove(one, sealer)).faults.filter(({ check }) => check === 'SEALED');
        expect(sealed).toMatchObject([{ subject: String(at + 1), detail: 'an entry was changed after it had been sealed' }]);
      }
      await sql`update wms_ledger set reason = null where seq = ${seq}`.execute(db);
    }
    await sql`alter table wms_ledger_block disable trigger user`.execute(db);
    await sql`delete from wms_ledger_block where no = 7`.execute(db);
    const missing = (await prove(db, sealer)).faults.filter(({ check }) => check === 'SEALED');
    expect(missing.map(({ subject }) => Number(subject)).toSorted((a, b) => a - b)[0]).toBe(8);
  } finally {
    await alone.close();
    await own.end();
  }
});
