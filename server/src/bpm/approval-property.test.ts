// Random definitions under concurrency: each request ends, no task is decided twice or by an ineligible user, and the document
// does not change before the last decision.
import type { Candidate } from '@kuwei/contract/bpm/graph';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assigned, finished, openScene, saltLine, submitted, type Cast, type Places } from '../../test/_flow.ts';
import { expectInvariants } from '../../test/_invariants.ts';
import { anyModel, xmlOf } from '../../test/_models.ts';
import { published } from '../../test/_published.ts';
import type { Person, World } from '../../test/_world.ts';
import { prove } from '../wms/ledger/prove.ts';
import { runs } from '../../test/_runs.ts';

let world: World;
let cast: Cast;
let places: Places;
let admin: Person;
/** Candidates, and others who try, including the applicant. */
let people: Person[];
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  admin = await world.as('admin', 'ROLE_ADMIN');
  people = [
    cast.teacher,
    cast.reviewer,
    cast.reviewer2,
    cast.keeper,
    cast.keeper2,
    await world.as('manager', 'ROLE_WAREHOUSE_ADMIN'),
    await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO'),
    await world.as('staff', 'ROLE_STAFF'),
    await world.as('supplier', 'ROLE_SUPPLIER'),
  ];
});
afterAll(() => world.end());

const CANDIDATES: Candidate[] = [
  { kind: 'ROLE', role: 'ROLE_WMS_ADMIN_INBOUND_01', at: 'HERE' },
  { kind: 'ROLE', role: 'ROLE_WMS_ADMIN_INBOUND_02', at: 'EVERYWHERE' },
  { kind: 'LEADER', of: 'OWNER' },
  { kind: 'GROUP', group: 'keepers' },
  { kind: 'PERSON', person: 'teacher' },
  { kind: 'PERSON', person: 'staff' },
  { kind: 'PERSON', person: 'supplier' },
];
const CONDITIONS = ['controlled', 'not controlled', 'lines > 1', 'value > valueLimit or lines = 1', 'not (expired or overQuota)'];

const KEEPERS = ['keeper', 'keeper2', 'manager'];

interface Task {
  id: string;
  nodeId: string;
  ids: string[];
}
const listOpenTasks = async (id: string): Promise<Task[]> => {
  const { rows } = await sql<Task>`
    select id, node_id as "nodeId", candidate_ids as ids from bpm_task where biz_id = ${id} and state = 'OPEN' order by id`.execute(
    world.services.db,
  );
  return rows;
};
const getState = async (id: string): Promise<string> =>
  (await world.services.db.selectFrom('wms_transaction').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state;
const listPassedSteps = async (id: string): Promise<string[]> =>
  (
    await world.services.db
      .selectFrom('bpm_task')
      .where('biz_id', '=', id)
      .where('state', '=', 'APPROVED')
      .select('node_id')
      .execute()
  ).map((row) => row.node_id);

test(
  '[F-C4] any definition under concurrent clicks: the request ends, and each task is decided once, by an eligible user',
  { timeout: 600_000, tags: ['property'] },
  async () => {
    const outcomes = new Set<string>();
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        anyModel(CANDIDATES, ['WAIT', 'APPROVE'], CONDITIONS),
        fc.integer({ min: 1, max: 2 }),
        fc.infiniteStream(fc.nat(10_000)),
        async (model, lineCount, numbers) => {
          const pick = (most: number): number => Number(numbers.next().value) % (most + 1);
          fc.pre((await published(admin, 'wms-inbound', xmlOf(model))).status === 200);
          const lines = Array.from({ length: lineCount }, () => saltLine(places));
          const { id } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
          for (let turn = 0; (await getState(id)) === 'SUBMITTED'; turn++) {
            expect(turn, 'it does not end').toBeLessThan(300);
            const open = await listOpenTasks(id);
            expect(open.length, 'it waits for a candidate').toBeGreaterThan(0);
            const task = open[pick(open.length - 1)]!;
            const params = { id: task.id };
            const { rev } = (await cast.teacher.call(routes.getTransaction, { params: { id } })).data;
            const passed = await listPassedSteps(id);
            const dice = pick(turn < 30 ? 24 : 15);
            const to = dice < 19 ? null : (passed[pick(Math.max(0, passed.length - 1))] ?? null);
            const other = people[pick(people.length - 1)]!;
            const answers = await Promise.all(
              people.map((who) => {
                if (dice === 16) return who.call(workRoutes.rejectTask, { params, body: { comment: 'x', rev } });
                if (dice === 17)
                  return who.call(workRoutes.transferTask, { params, body: { userId: other.id, note: null, rev } });
                if (dice === 18) return who.call(workRoutes.signTask, { params, body: { userId: other.id, note: null, rev } });
                if (dice > 18 && to !== null) return who.call(workRoutes.returnTask, { params, body: { comment: 'x', to, rev } });
                return who.call(workRoutes.approveTask, { params, body: { comment: 'ok', rev, seen: [] } });
              }),
            );
            for (const { status } of answers) {
              statuses.add(status);
              expect(status).toBeLessThan(500);
            }
            const acted = answers.filter(({ status }) => status === 200).length;
            if (dice !== 18) expect(acted).toBeLessThanOrEqual(1);
            // The administrator reassigns a task without candidates; if that is impossible, the request is withdrawn.
            if (acted === 0 && (dice <= 15 || to === null)) await reassign(id, task);
          }
          const state = await getState(id);
          outcomes.add(state);
          expect(await listOpenTasks(id)).toEqual([]);
          await expectInvariants(world.services.db);
          if (state !== 'APPROVED' || pick(3) > 0) return;
          const document = (await cast.teacher.call(routes.getTransaction, { params: { id } })).data;
          // Separation of duties: reviewers do not execute.
          const keeper = people.find(
            ({ id: each, username }) => KEEPERS.includes(username) && !document.decidedBy.includes(each),
          );
          if (!keeper) return;
          const castWithKeeper = { ...cast, keeper };
          await finished(castWithKeeper, await assigned(castWithKeeper, document, places.box('W2-A-R4-B4')));
        },
      ),
      { numRuns: runs(8, 15), interruptAfterTimeLimit: 300_000 },
    );
    // The number of rejections is random.
    expect([...outcomes]).toContain('APPROVED');
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404]));
    expect((await prove(world.services.db, world.services.sealer)).faults).toEqual([]);
  },
);

async function reassign(id: string, task: Task): Promise<void> {
  if (!(await listOpenTasks(id)).some((each) => each.id === task.id)) return;
  for (const { id: userId } of people) {
    const answer = await admin.call(workRoutes.reassignTask, { params: { id: task.id }, body: { userId, note: '无人可办' } });
    if (answer.status === 200) return;
  }
  const { rev } = (await cast.teacher.call(routes.getTransaction, { params: { id } })).data;
  await cast.teacher.call(routes.cancelTransaction, { params: { id }, body: { rev, comment: '不再需要' } });
}
