// Approval test kit: publishes definitions, submits documents and takes decisions.
import { workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { kinds } from '../src/wms/kinds.ts';
import { applyDueLimits } from '../src/bpm/limits.ts';
import { drawn, END, START, type Drawn } from './_bpmn.ts';
import { openScene, saltLine, submitted, type Scene } from './_flow.ts';
import { expectInvariants } from './_invariants.ts';
import { published } from './_published.ts';
import type { Answer, Person } from './_world.ts';

export const R1 = 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_01"';
export const R2 = 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_02"';
export const LEADER = '<kuwei:candidate kind="LEADER" of="OWNER"/>';
export const person = (name: string): string => `<kuwei:candidate kind="PERSON" person="${name}"/>`;

/** Steps in sequence. */
export const chainOf = (...steps: readonly [id: string, element: string][]): Drawn => ({
  elements: [START, ...steps.map(([, element]) => element), END],
  flows: [['f', 's', steps[0]![0]], ...steps.map(([id], at) => [`f${at}`, id, steps[at + 1]?.[0] ?? 'e'] as const)],
});

export const HOUR = 3_600_000;
/** Time in so many hours. */
export const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** Request fields that prove that the caller saw a row of the list. */
export const seenState = ({ rev, marks }: Pick<WorkItem, 'rev' | 'marks'>) => ({ rev, seen: marks });

type Some = Pick<Transaction, 'id'>;

export interface Approvals extends Scene {
  admin: Person;
  manager: Person;
  /** Leads the applicant's group, and another one. */
  leader: Person;
  supplier: Person;
  publish: (drawing: Drawn) => Promise<{ id: string; version: number }>;
  deposit: () => Promise<Transaction>;
  now: (document: Some) => Promise<Transaction>;
  /** Through the document's own page. */
  approve: (who: Person, document: Pick<Transaction, 'id' | 'rev'>) => Promise<Answer<Transaction>>;
  todo: (who: Person, document: Some) => Promise<WorkItem[]>;
  /** A person's open task, as call parameters. */
  taskOf: (who: Person, document: Some) => Promise<{ params: { id: string }; rev: number; seen: string[] }>;
  /** Approves through the person's list. */
  decide: (who: Person, document: Some, comment?: string | null) => Promise<Answer<null>>;
  openTasks: (document: Some) => Promise<{ id: string; node_id: string; candidate_ids: string[]; due_at: string | null }[]>;
  delegated: (from: Person, to: Person, more?: { keys?: string[]; fromAt?: string; untilAt?: string }) => Promise<string>;
  /** Makes two people colleagues for this test. */
  colleagues: (one: Person, other: Person) => Promise<void>;
  /** Lets a document's tasks become overdue, and runs the scheduler. */
  later: (document: Some) => Promise<void>;
  /** Between tests. */
  clear: () => Promise<void>;
  end: () => Promise<void>;
}

export async function openApprovals(): Promise<Approvals> {
  const scene = await openScene();
  const { world, cast, places } = scene;
  const { db } = world.services;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const leader = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  await sql`insert into wms_org_user (org_id, user_id, relation) select id, ${leader.id}, 'LEADER' from wms_org where code = 'LAB-CATALYSIS'`.execute(
    db,
  );
  await sql`update wms_org_user set relation = 'MEMBER' where user_id <> ${leader.id} and relation = 'LEADER'`.execute(db);

  const todo: Approvals['todo'] = async (who, { id }) =>
    (await who.call(workRoutes.listTodo, { query: { size: 200 } })).data.list.filter(({ bizId }) => bizId === id);
  const taskOf: Approvals['taskOf'] = async (who, document) => {
    const [task] = await todo(who, document);
    expect(task, `${who.username} has nothing to decide`).toBeDefined();
    return { params: { id: task!.taskId! }, ...seenState(task!) };
  };
  return {
    ...scene,
    admin,
    manager,
    leader,
    supplier,
    publish: async (drawing) => (await published(admin, 'wms-inbound', drawn(drawing))).data,
    deposit: () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] }),
    now: async ({ id }) => (await cast.teacher.call(transactionRoutes.getTransaction, { params: { id } })).data,
    approve: (who, { id, rev }) => who.call(transactionRoutes.approveTransaction, { params: { id }, body: { rev } }),
    todo,
    taskOf,
    decide: async (who, document, comment = null) => {
      const { params, ...looked } = await taskOf(who, document);
      return who.call(workRoutes.approveTask, { params, body: { comment, ...looked } });
    },
    openTasks: ({ id }) =>
      db
        .selectFrom('bpm_task')
        .where('biz_id', '=', id)
        .where('state', '=', 'OPEN')
        .select(['id', 'node_id', 'candidate_ids', 'due_at'])
        .orderBy('node_id')
        .orderBy('seat')
        .execute(),
    delegated: async (from, to, more = {}) => {
      const body = { toId: to.id, fromAt: at(-1), untilAt: at(24), reason: '出差', ...more };
      return (await from.call(workRoutes.addDelegation, { body })).data.id;
    },
    colleagues: async (one, other) => {
      const { rows } = await sql<{ orgId: string }>`
        insert into wms_org_user (org_id, user_id, relation) select org_id, ${one.id}, 'MEMBER' from wms_org_user where user_id = ${other.id}
        on conflict do nothing returning org_id as "orgId"`.execute(db);
      onTestFinished(async () => {
        await sql`delete from wms_org_user where user_id = ${one.id} and org_id = any(${rows.map(({ orgId }) => orgId)}::uuid[])`.execute(
          db,
        );
      });
    },
    later: async ({ id }) => {
      await sql`update bpm_task set due_at = now() where biz_id = ${id} and state = 'OPEN' and due_at is not null`.execute(db);
      await applyDueLimits(world.services, kinds);
    },
    clear: async () => {
      await sql`update bpm_delegation set revoked_at = now() where revoked_at is null`.execute(db);
    },
    end: async () => {
      await expectInvariants(db);
      await world.end();
    },
  };
}
