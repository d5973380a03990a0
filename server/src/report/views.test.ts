// Reporting views: each documented column, and the same rows that lists show to the same person.
import { ruleRoutes, type RuleAction } from '@kuwei/contract/auth/rule';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castOf, deposited, placesOf, saltLine } from '../../test/_flow.ts';
import { post } from '../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import type { Caller } from '../context.ts';
import { effectiveRoles } from '@kuwei/contract/access';
import { ReportDatabase } from '../services/report/database.ts';
import { dicOptions } from '../platform/dic/names.ts';
import { readerOf } from './reader.ts';
import { VIEWS } from './views/schema.ts';

let world: World;
let reports: ReportDatabase;
const until = new AbortController().signal;

beforeAll(async () => {
  world = await openWorld();
  reports = new ReportDatabase(world.database.reportUrl, world.services.db, world.services.log);
  await post(world.services.db, [
    { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '5', batch: 'OURS' },
    { product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '7', batch: 'THEIRS' },
  ]);
});
afterAll(() => world.end());

async function callerOf(person: Person, pageRole: string): Promise<Caller> {
  const { id: sessionId, ...session } = (await world.services.sessions.find(person.token))!;
  return { ...session, sessionId, pageRole, effective: effectiveRoles(session.roles, pageRole) };
}

const asked = <T>(caller: Caller, statement: string, action: RuleAction = 'SEE'): Promise<T[]> =>
  reports.run(
    caller.userId,
    readerOf(caller, 'zh', action),
    { kind: 'screen', seconds: 20 },
    until,
    async ({ client }) => (await client.query<T & object>(statement)).rows,
  );

test('every column of a view is documented, with its kind, in both languages', async () => {
  const { rows } = await sql<{ view: string; columns: string[] }>`
    select table_name as view, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'report' group by 1 order by 1`.execute(world.services.db);
  expect(rows).toEqual(
    VIEWS.map(({ name, columns }) => ({ view: name, columns: columns.map((each) => each.name) })).sort((a, b) =>
      a.view < b.view ? -1 : 1,
    ),
  );
  const words = VIEWS.flatMap(({ columns, ...view }) => [view, ...columns]).flatMap(({ zh, en }) => [zh, en]);
  expect(words.filter((text) => text.trim() === '')).toEqual([]);
});

test.each([
  ['teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'],
  ['teacher2', 'ROLE_TEACHER', 'LAB-BIO'],
  ['manager', 'ROLE_WAREHOUSE_ADMIN', undefined],
])('[security 41] views of stock and ledger show %s the same rows as lists', async (username, pageRole, org) => {
  const person = await world.as(username, pageRole, org);
  const caller = await callerOf(person, pageRole);
  const { list, total } = (await person.call(productBoxRoutes.listStock, { query: { size: 200 } })).data;
  const stock = await asked<{ id: string; qty: string }>(caller, 'select id, qty from report.stock order by id');
  expect(stock.length).toBe(total);
  expect(stock).toEqual(list.map(({ id, qty }) => ({ id, qty })).sort((a, b) => (a.id < b.id ? -1 : 1)));
  const entries = (await person.call(productBoxRoutes.listLedger, { query: { size: 200 } })).data;
  expect(await asked(caller, 'select seq from report.ledger order by seq')).toEqual(
    entries.list.map(({ seq }) => ({ seq })).sort((a, b) => a.seq - b.seq),
  );
});

test('[security 41] only administrators see accounts, and users without an organisation see no stock by membership', async () => {
  const admin = await callerOf(await world.as('admin', 'ROLE_ADMIN'), 'ROLE_ADMIN');
  const manager = await callerOf(await world.as('manager', 'ROLE_WAREHOUSE_ADMIN'), 'ROLE_WAREHOUSE_ADMIN');
  const people = 'select count(*)::int as n from report.people';
  expect((await asked<{ n: number }>(admin, people))[0]!.n).toBeGreaterThan(5);
  expect(await asked(manager, people)).toEqual([{ n: 0 }]);
  expect(await asked(admin, 'select count(*)::int as n from report.stock')).toEqual([{ n: 0 }]);
});

test("[S1.18] rows that a rule opens without export are on a report's screen, but in no file", async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const other = await world.services.db
    .selectFrom('wms_org')
    .where('code', '=', 'LAB-BIO')
    .select('id')
    .executeTakeFirstOrThrow();
  const { data: rule } = await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'USER',
      ownerIds: [teacher.id],
      relation: null,
      subjectType: 'WMS_ORG',
      subjectModel: 'select',
      subjectIds: [other.id],
      conditions: [],
      actions: ['SEE'],
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  const caller = await callerOf(teacher, 'ROLE_TEACHER');
  const batches = `select batch_no from report.stock where batch_no in ('OURS', 'THEIRS') order by 1`;
  expect(await asked(caller, batches)).toEqual([{ batch_no: 'OURS' }, { batch_no: 'THEIRS' }]);
  expect(await asked(caller, batches, 'EXPORT')).toEqual([{ batch_no: 'OURS' }]);
  await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [rule.id], untilDay: null } });
});

test('[F-3U1] views of documents distinguish a reversal from a receipt, and its lines are negative', async () => {
  const [cast, places] = [await castOf(world), await placesOf(world)];
  const bring = () =>
    deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '4', { batchNo: 'RV-3', unitPrice: '20.5' })] });
  const [stays, original] = [await bring(), await bring()];
  const body = { rev: original.rev, comment: '填错' };
  const reversal = (await cast.reviewer2.call(transactionRoutes.reverseTransaction, { params: { id: original.id }, body })).data;
  const caller = await callerOf(await world.as('manager', 'ROLE_WAREHOUSE_ADMIN'), 'ROLE_WAREHOUSE_ADMIN');
  const which = `no in ('${stays.no}', '${original.no}', '${reversal.no}') order by no`;
  expect(await asked(caller, `select no, state, is_reversal, is_reversed, reverses_no from documents where ${which}`)).toEqual([
    { no: stays.no, state: 'DONE.INBOUND', is_reversal: false, is_reversed: false, reverses_no: null },
    { no: original.no, state: 'REVERSED', is_reversal: false, is_reversed: true, reverses_no: null },
    { no: reversal.no, state: 'REVERSAL', is_reversal: true, is_reversed: false, reverses_no: original.no },
  ]);
  const quantities = 'qty_asked::text as asked, qty_approved::text as approved, qty_done::text as done';
  const lines = await asked<Record<string, string>>(caller, `select ${quantities} from document_lines where ${which}`);
  expect(lines.map((each) => Object.values(each).map(Number))).toEqual([
    [4, 4, 4],
    [4, 4, 4],
    [-4, -4, -4],
  ]);
  // Filters offer the codes of the dictionary.
  const offered = (await dicOptions(world.services.db, 'WMS_STATE', 'zh')).map(({ value }) => value);
  const states = await asked<{ state: string }>(caller, `select distinct state from documents where type <> 'COUNT'`);
  expect(states.map(({ state }) => state).filter((state) => !offered.includes(state))).toEqual([]);
});
