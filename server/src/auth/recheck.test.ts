// Steps that wait for a document, a task or an absence fail if their user loses the right meanwhile.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trx } from '../db/open.ts';
import { draft, lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { untilLockWaits } from '../../test/_waiting.ts';
import { openWorld, type Answer, type Person, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** Longer than a step takes without waiting. */
const A_WHILE = sql`select pg_sleep(0.1)`;

/** The result of a step that waits for a row while its user loses the right. */
const runWhileSessionEnds = async (
  row: ReturnType<typeof sql>,
  end: (trx: Trx) => Promise<unknown>,
  step: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> => {
  const { waiting } = await world.services.db.transaction().execute(async (trx) => {
    await sql`select from ${row} for update`.execute(trx);
    const begun = step();
    await untilLockWaits(world.services.db, 1);
    await A_WHILE.execute(trx);
    await end(trx);
    return { waiting: begun };
  });
  return waiting;
};
const documentOf = (id: string) => sql`wms_transaction where id = ${id}`;
const takeRole = (person: Person, role: string) => (trx: Trx) =>
  sql`delete from sys_role_grant where user_id = ${person.id} and role_code = ${role}`.execute(trx);
const giveRole = (person: Person, role: string) =>
  sql`insert into sys_role_grant (user_id, role_code) values (${person.id}, ${role})`.execute(world.services.db);
const code = (answer: Answer<unknown>): string | number => (answer.status === 200 ? 200 : answer.error.code);

test('[security 14] a reviewer whose role is revoked while waiting for the document decides nothing', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const places = await placesOf(world);
  const form = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  };
  const sent = await submitted(teacher, form);
  const params = { id: sent.id };
  const decide = () => reviewer.call(routes.approveTransaction, { params, body: { rev: sent.rev } });
  const [task] = (await reviewer.call(workRoutes.listTodo, { query: { q: sent.no } })).data.list;
  const { id: colleague } = await world.as('manager');
  const handOver = () =>
    reviewer.call(workRoutes.transferTask, {
      params: { id: task!.taskId! },
      body: { userId: colleague, note: '请代为审核', rev: sent.rev },
    });
  for (const step of [decide, handOver]) {
    const refused = await runWhileSessionEnds(documentOf(sent.id), takeRole(reviewer, 'ROLE_WMS_ADMIN_INBOUND_01'), step);
    expect(code(refused)).toBe('FORBIDDEN');
    await giveRole(reviewer, 'ROLE_WMS_ADMIN_INBOUND_01');
  }
  expect((await teacher.call(routes.getTransaction, { params })).data.state).toBe('SUBMITTED');
  // A waiting user who keeps the right succeeds.
  expect(code(await runWhileSessionEnds(documentOf(sent.id), async () => {}, decide))).toBe(200);
});

test('[security 14] a teacher removed from the group while waiting neither submits nor saves a draft for it', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const places = await placesOf(world);
  const form = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  };
  const own = await draft(teacher, form);
  const { rows } = await sql<{ id: string; relation: string }>`
    select m.org_id as id, m.relation from wms_org_member m join wms_org o on o.id = m.org_id
     where o.code = 'LAB-BIO' and m.user_id = ${teacher.id}`.execute(world.services.db);
  const { id: org, relation } = rows[0]!;
  const leave = (trx: Trx) => sql`delete from wms_org_member where user_id = ${teacher.id} and org_id = ${org}`.execute(trx);
  const submit = () => teacher.call(routes.submitTransaction, { params: { id: own.id }, body: { rev: own.rev } });
  const write = () => teacher.call(routes.createTransaction, { body: form });
  for (const [row, step] of [
    [documentOf(own.id), submit],
    [sql`wms_org where id = ${org}`, write],
  ] as const) {
    expect(code(await runWhileSessionEnds(row, leave, step))).toBe('FORBIDDEN');
    await sql`insert into wms_org_member (org_id, user_id, relation) values (${org}, ${teacher.id}, ${relation})`.execute(
      world.services.db,
    );
  }
});

test('[security 14] an account disabled while waiting delegates nothing', async () => {
  const reviewer = await world.as('reviewer2', 'ROLE_WAREHOUSE_ADMIN');
  const { id: toId } = await world.as('manager');
  const body = { toId, keys: [], fromAt: '2099-01-01T00:00:00Z', untilAt: '2099-01-31T00:00:00Z', reason: null };
  const refused = await runWhileSessionEnds(
    sql`sys_user where id = ${reviewer.id}`,
    (trx) => sql`update sys_user set state = 'DISABLED' where id = ${reviewer.id}`.execute(trx),
    () => reviewer.call(workRoutes.addDelegation, { body }),
  );
  expect(code(refused)).toBe('TOKEN_FAIL');
});
