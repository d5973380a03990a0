// The menu as seen by a person: entries, roles held, and data rules.
import type { RoleHeld } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { MergedEntry } from './merge.ts';
import { needsOf } from './needs.ts';
import { loadOpenedMenu, type MenuReader } from './rules.ts';
import { previewOf, type EntryPreview } from './preview.ts';
import { readMenu } from './stored.ts';

interface MenuPreview {
  entries: readonly MergedEntry[];
  /** Effective roles with their permissions. */
  roles: readonly RoleHeld[];
  seen: readonly EntryPreview[];
  /** Name of a role or permission. */
  nameOf: (code: string) => string;
}

export async function loadMenuPreview(db: Kysely<DB>, somebody: MenuReader, locale: Locale): Promise<MenuPreview> {
  const [entries, roles, opened, needs] = await Promise.all([
    readMenu(db),
    rolesFor(db, somebody),
    loadOpenedMenu(db, somebody),
    needsOf(db, locale),
  ]);
  const names = new Map(needs.map(({ code, name }) => [code, name]));
  return { entries, roles, seen: previewOf(entries, roles, opened), nameOf: (code) => names.get(code) ?? code };
}

async function rolesFor(db: Kysely<DB>, somebody: MenuReader): Promise<RoleHeld[]> {
  const held =
    'userId' in somebody
      ? sql`exists (select from sys_user_role h where h.role_code = r.code and h.user_id = ${somebody.userId})`
      : sql`r.code = any(${[...somebody.roles]}::text[])`;
  const { rows } = await sql<RoleHeld>`
    select r.code, coalesce((select json_agg(json_build_object('code', p.power_code) order by p.power_code)
             from sys_role_power p where p.role_code = r.code), '[]') as powers
      from sys_role r where ${held} order by r.sort, r.code`.execute(db);
  return rows;
}
