// node server/test/buffers.ts [--rows 1000000] [--match '^listTodo '] [--above 2000] [--rules]: fills a warehouse of its own,
// runs every list with each filter in each order, and prints the buffers that PostgreSQL reads for those above the bound. With
// --rules, for users with data rules of every kind.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { Client } from 'pg';
import { connect } from '../src/db/open.ts';
import { migrate } from '../src/db/migrate.ts';
import { seedTestWorld } from '../src/seed/demo.ts';
import { prepareData } from '../src/start.ts';
import { writeBalances } from '../src/wms/ledger/balances.ts';
import { foldLedger } from '../src/wms/statistics/fold.ts';
import { buffersOf, recordQueries, questionsOf, viewersOf, type Samples } from './_list-queries.ts';
import { insertRules } from './_rules.ts';
import { makeDatabase, startScratchServer, withClient } from './scratch.ts';
import { day } from './_days.ts';
import { worldAt } from './_world.ts';
import { fillWarehouse } from '../../bench/goods.ts';
import { fillLog } from '../../bench/log.ts';
import { fillPeople } from '../../bench/people.ts';
import { fillQueues } from '../../bench/queues.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    match: { type: 'string', default: '' },
    above: { type: 'string', default: '2000' },
    rules: { type: 'boolean', default: false },
  },
});
const STOCK = 100_000;
const NAME = 'buffers';
const NONE = '00000000-0000-4000-8000-000000000000';
/** Frequent pages become prepared statements and are then sent differently (decision 207): measure that form. */
const TIMES = 3;

const moment = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const FLAGS =
  'mine waiting controlled overdue delegated unread read valid depositOverdue frozen available withEmpty occupied fitting noSds locked deleted builtIn missing changed owns cannot counted open differing late'.split(
    ' ',
  );

/** Sample values of filters without an enum. */
async function samplesOf(client: Client): Promise<Samples> {
  const id = async (from: string): Promise<string> =>
    (await client.query<{ id: string }>(`select id from ${from} limit 1`)).rows[0]!.id;
  const first = async (text: string): Promise<string> =>
    (await client.query<{ x: string }>(`select (${text})::text as x`)).rows[0]!.x;
  const org = [await id(`wms_org where code = 'LAB-CATALYSIS'`), await id(`wms_org where code = 'SUP-BOLIN'`)];
  return {
    q: ['基准', '基准试剂 7', 'BENCH-1999', 'BENCH000124', 'zzqqyy', 'qz', '没有这样的'],
    warehouseId: [await id(`wms_warehouse where code = 'BENCH-A'`), await id(`wms_warehouse where code not like 'BENCH%'`)],
    ownerOrgId: org,
    orgId: org,
    productId: [await id(`wms_product where code = 'BENCH-0'`), await id(`wms_product where code = 'BENCH-77'`)],
    categoryId: [await id('wms_category order by code')],
    containerId: [await id(`wms_container where code = 'S7'`)],
    parentId: [await id('wms_container')],
    boxId: [await id(`wms_warehouse_box where code like 'BENCH-A-S7-%'`)],
    ids: [await id('wms_warehouse_box')],
    batchId: [await id(`wms_batch where batch_no = 'B77-1'`)],
    batchNo: ['B77-1'],
    productBoxId: [await id('wms_product_box where qty > 0 order by id desc')],
    transactionId: [await id(`wms_transaction where no like 'BENCH%124'`)],
    taskId: [await id(`bpm_task where state = 'OPEN'`)],
    after: [await id(`bpm_task where state = 'OPEN'`)],
    ownerId: org,
    except: org,
    controlSet: ['TOXIC', 'TOXIC,DRUG_PRECURSOR'],
    ownCategoryId: [await id('wms_category order by code')],
    asOfSeq: [Number(values.rows) / 2],
    'listPermits.kind': ['DRUG_PRECURSOR'],
    month: ['2026-10'],
    category: ['STOCK'],
    reportId: [NONE],
    planId: [NONE],
    subjectId: org,
    leaderId: [await id(`sys_user where username = 'teacher'`)],
    what: ['power:POWER_ROLE_MANAGE', 'call:GET /wms/product-box'],
    power: ['POWER_ROLE_MANAGE'],
    module: ['RIGHTS'],
    userId: [await id(`sys_user where username = 'teacher'`)],
    from: [day(-1), day(-400)],
    to: [day(-1), day(-700)],
    'listLedger.from': [moment(-1), moment(-400)],
    'listLedger.to': [moment(-1), moment(-700)],
    asOf: [moment(-1), moment(-350)],
    expiresBefore: [day(0), day(400)],
    before: [Number(values.rows) / 2],
    'listLog.before': [await first(`sys_log_since(now() - interval '500 days')`)],
    'listLog.q': [
      'C-ETHANOL',
      'teacher',
      'bench777',
      'zzqqyy',
      await first('select request_id from sys_log order by id limit 1'),
      await id('wms_product'),
    ],
    'listLog.from': [moment(-1), moment(-400)],
    'listLog.to': [moment(-1), moment(-700)],
    'listLog.userId': [await id(`sys_user where username = 'teacher'`), await id(`sys_user where username = 'admin'`)],
    key: ['wms-inbound', 'wms-move'],
    qty: ['1'],
    code: ['WMS_UNIT'],
    'listRolePeople.role': [await id(`sys_role where code = 'ROLE_TEACHER'`)],
    role: ['ROLE_TEACHER', 'ROLE_WMS_ADMIN_PBOX'],
    identity: ['STAFF', 'VISITOR'],
    endsWithin: [7, 90],
    condition: ['ROOM'],
    controlFlag: ['TOXIC', 'DRUG_PRECURSOR'],
    ...Object.fromEntries(FLAGS.map((flag) => [flag, [true, false]])),
  };
}

async function filled(url: string, adminUrl: string): Promise<void> {
  await withClient(url, migrate);
  const database = connect(url, { poolSize: 4, log: pino({ level: 'silent' }) }, async () => {});
  await prepareData(database.db);
  await seedTestWorld(database.db);
  await withClient(adminUrl, async (client) => {
    await fillWarehouse(client, { stock: Math.min(STOCK, Number(values.rows)), ledger: Number(values.rows) }, true);
    await fillPeople(client, 50_000, 400);
    await fillLog(client, 1_000_000);
    await fillQueues(client, { review: 5_000, work: 2_000, messages: 8_352 });
  });
  // Past days and months are read from stored aggregates; without them, the whole ledger would be read.
  await foldLedger(database);
  await writeBalances(database);
  await withClient(adminUrl, (client) =>
    client.query('vacuum analyze wms_stat_day, wms_stat_month, wms_stat_product, wms_stat_holding'),
  );
  await database.close();
}

async function walk(url: string): Promise<void> {
  const world = await worldAt(url);
  const recorded = recordQueries(world);
  await withClient(url, async (client) => {
    if (values.rules) await insertRules(client);
    const questions = questionsOf(await viewersOf(world), await samplesOf(client)).filter(({ name }) =>
      new RegExp(values.match).test(name),
    );
    for (const { name, ask } of questions) {
      for (let time = 1; time < TIMES; time++) await ask();
      recorded.length = 0;
      const { status } = await ask();
      if (status !== 200) {
        console.log(`${status}  ${name}`);
        continue;
      }
      let read = 0;
      for (const asked of recorded.filter(({ text }) => !/^(begin|commit|rollback)/.test(text)))
        read += await buffersOf(client, asked);
      if (read > Number(values.above)) console.log(`${read}  ${name}`);
    }
    console.log(`${questions.length} questions`);
  });
  await world.end();
}

const server = await startScratchServer();
try {
  await makeDatabase(server, NAME);
  await filled(server.url(NAME), server.adminUrl(NAME));
  await walk(server.url(NAME));
} finally {
  await server.stop();
}
