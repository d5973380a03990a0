// A role as its form shows it: its own columns and its powers from their table.
import type { Role, RoleForm } from '@kuwei/contract/auth/role';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { pick, rowsOf } from '../../db/columns.ts';
import { constant } from '../../db/constant-sql.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB, SysRole } from '../../db/types.ts';
import { BUILT_IN_ROLES } from './built-in.ts';

export const ROLES = 'sys_role';

/** Columns of `r`, a row of sys_role. */
export const ROLE = {
  id: 'r.id',
  code: 'r.code',
  name: 'r.name',
  nameEn: 'r.name_en',
  sort: 'r.sort',
  valid: 'r.valid',
  remark: 'r.remark',
  powers: sql<string[]>`array(select p.power_code from sys_role_power p where p.role_code = r.code order by p.power_code)`,
  reserved: 'r.reserved',
  builtIn: sql<boolean>`(r.code = any(${constant(BUILT_IN_ROLES.map(([code]) => code))}))`,
  rev: 'r.rev',
  createdAt: 'r.created_at',
  updatedAt: 'r.updated_at',
} as const;

/** Of `d`, a row of bpm_definition. Running requests use the definition they started with. */
export const isDefinitionInUse = sql<boolean>`(d.state in ('PUBLISHED', 'SUSPENDED')
   or exists (select from bpm_instance i where i.definition_id = d.id and i.state = 'RUNNING'))`;

/** Of `r`: a workflow asks its holders. */
export const isApproverRole = sql<boolean>`exists (select from bpm_definition d
   where position(to_json(r.code)::text in d.model::text) > 0 and ${isDefinitionInUse})`;

/** An existing role. */
export interface StoredRole {
  id: string;
  rev: number;
  reserved: boolean;
  builtIn: boolean;
  /** Whether a workflow asks its holders. */
  decides: boolean;
  /** Last day of its longest grant; null: no end; undefined: no grants. */
  heldUntil: string | null | undefined;
  form: RoleForm;
}

type Row = Pick<Role, keyof RoleForm | 'id' | 'rev' | 'reserved' | 'builtIn'> & {
  decides: boolean;
  heldUntil: string | null;
};

/** Of `r`: last day of its longest grant, 'infinity' without an end; null without grants. */
const lastHeldDay = sql<string | null>`(
  select max(e.day)::text from sys_role_grant g join sys_user u on u.id = g.user_id
    cross join lateral (select coalesce(least(g.until_day, u.until_day), 'infinity') as day) e
   where g.role_code = r.code and e.day >= current_date)`;

async function stored(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<StoredRole[]> {
  const columns = pick(ROLE, 'code', 'name', 'nameEn', 'sort', 'valid', 'remark', 'powers', 'id', 'rev', 'reserved', 'builtIn');
  const { rows } = await rowsOf<Row, { r: SysRole }>(
    { ...columns, decides: isApproverRole, heldUntil: lastHeldDay },
    sql`sys_role r where ${which}`,
  ).execute(db);
  return rows.map(({ id, rev, reserved, builtIn, decides: isAsked, heldUntil: until, ...form }) => ({
    id,
    rev,
    reserved,
    builtIn,
    decides: isAsked,
    heldUntil: until === 'infinity' ? null : (until ?? undefined),
    form,
  }));
}

export const rolesById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredRole>> =>
  new Map((await stored(db, sql`r.id = ${anyOf(ids)}`)).map((role) => [role.id, role]));

export const rolesByCode = async (db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, StoredRole>> =>
  new Map((await stored(db, sql`r.code = any(${[...codes]}::text[])`)).map((role) => [role.form.code, role]));

/** Sorts and deduplicates powers, so that forms compare equal. */
export const normalizeRole = (form: RoleForm): RoleForm => ({ ...form, powers: [...new Set(form.powers)].toSorted() });
