import { APP_ID, SYSTEM_APP_ID } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { SETTING_CODES, settingOf } from '@kuwei/contract/setting';
import type { MenuItem } from '@kuwei/contract/menu-item';
import type { versionRoutes, VersionInfo } from '@kuwei/contract/sys/version';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Services } from '../context.ts';
import type { Handlers } from '../http/register.ts';
import { selectOverrides, wordingCodes, buildPhraseTables, type OverriddenWord } from './dic/words.ts';

const PUBLIC = SETTING_CODES.filter((code) => settingOf(code).public).toSorted();

export const versionHandlers: Handlers<typeof versionRoutes> = {
  getVersion: ({ params }, { db, services }) => buildVersion(db, services, params.appId, null),

  getOrgVersion: async ({ params: { appId, orgId } }, { db, services }) => {
    const org = await db.selectFrom('wms_org').where('id', '=', orgId).where('valid', '=', true).select('id').executeTakeFirst();
    if (!org) throw new AppError('NOT_FOUND');
    return buildVersion(db, services, appId, orgId);
  },
};

/** @param orgId applies the menu changes of this organisation; null for none */
async function buildVersion(
  db: Db,
  { menu, settings, mode }: Services,
  appId: string,
  orgId: string | null,
): Promise<VersionInfo> {
  if (appId !== APP_ID && appId !== SYSTEM_APP_ID) throw new AppError('NOT_FOUND');
  const [now, items, { rows }] = await Promise.all([
    mode.now(),
    appId === APP_ID ? menu.items() : [],
    sql<Pick<VersionInfo, 'dics'> & { own: Record<string, string>; changed: OverriddenWord[] }>`
    select
      coalesce((select json_object_agg(o.code, o.value) from sys_config_org o where o.org_id = ${orgId}), '{}') as own,
      coalesce((select json_agg(json_build_object('code', d.code, 'fields', (
            select coalesce(json_agg(json_build_object('code', f.code, 'label', f.label, 'labels', f.labels, 'props', f.props, 'valid', f.valid) order by f.sort, f.code), '[]')
              from sys_dic_field f where f.dic_id = d.id)) order by d.code)
          from sys_dic d where d.public and d.code <> all(${wordingCodes}::text[])), '[]') as dics,
      ${selectOverrides} as changed`.execute(db),
  ]);
  const { changed, own, dics } = rows[0]!;
  const sysConfigs = PUBLIC.map((code) => ({ code, value: own[code] ?? String(settings.get(code)), valid: true }));
  return {
    menus: orgId === null ? items : await applyOrgMenu(db, orgId, items),
    sysConfigs,
    dics,
    words: buildPhraseTables(changed),
    mode: now && { kind: now.kind, reason: now.reason, until: now.until },
  };
}

/** Menu names and visibility of an organisation. */
async function applyOrgMenu(db: Db, orgId: string, items: readonly MenuItem[]): Promise<MenuItem[]> {
  const own = await db.selectFrom('sys_menu_org').where('org_id', '=', orgId).select(['menu_id', 'name', 'show']).execute();
  const byId = new Map(own.map((row) => [row.menu_id, row]));
  return items.map((item) => {
    const { name = null, show = null } = byId.get(item.id) ?? {};
    return { ...item, ...(name !== null && { name }), ...(show !== null && { show }) };
  });
}
