// Setup progress of a new installation, derived from its data.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import { SETTINGS } from '@kuwei/contract/setting';
import { FIRST_STEPS, type FirstStep, type firstStepsRoutes, type FirstSteps } from '@kuwei/contract/sys/first-steps';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../db/types.ts';
import type { Handlers } from '../http/register.ts';
import { SYSTEM_ID } from '../session/system-user.ts';

const holds = (...roles: readonly string[]): RawBuilder<unknown> => sql`
  select r.user_id from sys_user_role r join sys_user u on u.id = r.user_id and u.state = 'ACTIVE' and u.deleted_at is null
   where r.role_code = any(${[...roles]}::text[])`;

/** Separation of duties: applicant, reviewer and storekeeper of a document are different people. */
const DONE: Readonly<Record<FirstStep, RawBuilder<boolean>>> = {
  SITE: sql`exists (select from sys_config where code = 'SYS_ADMIN_TITLE' and value <> to_jsonb(${SETTINGS.SYS_ADMIN_TITLE.value}::text))`,
  WAREHOUSE: sql`exists (select from wms_warehouse where deleted_at is null)`,
  BOXES: sql`exists (select from wms_warehouse_box where state <> 'RETIRED')`,
  PRODUCTS: sql`exists (select from wms_product where deleted_at is null and state = 'ACTIVE')`,
  ORGS: sql`exists (select from wms_org where valid and type <> 'WAREHOUSE')`,
  PEOPLE: sql`(select count(*) > 1 from sys_user where id <> ${SYSTEM_ID} and state = 'ACTIVE' and deleted_at is null)`,
  ROLES: sql`exists (
    select from (${holds('ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF')}) a, (${holds(R.inbound1)}) b, (${holds(R.box)}) c
     where a.user_id <> b.user_id and b.user_id <> c.user_id)`,
  OPENING: sql`exists (select from wms_transaction where type = 'OPENING')`,
  DEPOSIT: sql`exists (select from wms_transaction where type = 'INBOUND' and state = 'DONE' and deleted_at is null)`,
};

/** Products are created as drafts, by form and import. */
const WAITING: Partial<Readonly<Record<FirstStep, RawBuilder<number>>>> = {
  PRODUCTS: sql`(select count(*)::int from wms_product where deleted_at is null and state = 'DRAFT')`,
};

export const firstStepsHandlers: Handlers<typeof firstStepsRoutes> = {
  getFirstSteps: (_, { db }) => firstSteps(db),
  setFirstSteps: async ({ body: { closed, skipped } }, { trx, caller, logChange }) => {
    await trx
      .updateTable('sys_first_steps')
      .set({ closed, skipped, updated_at: sql<string>`now()`, updated_by: caller.userId })
      .execute();
    logChange({ entity: 'sys_first_steps', id: 'one', change: { closed, skipped } });
    return firstSteps(trx);
  },
};

type Found = Record<FirstStep, boolean> & {
  closed: boolean;
  skipped: string[];
  waiting: Partial<Record<FirstStep, number>>;
};

async function firstSteps(db: Kysely<DB>): Promise<FirstSteps> {
  const done = FIRST_STEPS.map((code) => sql`${DONE[code]} as ${sql.ref(code)}`);
  const waiting = sql`jsonb_build_object(${sql.join(Object.entries(WAITING).flatMap(([code, count]) => [sql.lit(code), count]))})`;
  const { rows } = await sql<Found>`
    select closed, skipped, ${waiting} as waiting, ${sql.join(done)} from sys_first_steps`.execute(db);
  const found = rows[0]!;
  const steps = FIRST_STEPS.map((code) => ({
    code,
    done: found[code],
    skipped: found.skipped.includes(code),
    waiting: found.waiting[code] ?? 0,
  }));
  // The deposit is the goal; opening stock is optional.
  const isOver = found.DEPOSIT || steps.every(({ done: isDone, skipped }) => isDone || skipped);
  return { open: !found.closed && !isOver, closed: found.closed, steps };
}
