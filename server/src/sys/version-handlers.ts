import { APP_ID, SYSTEM_APP_ID } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { SETTING_CODES, settingOf } from '@kuwei/contract/setting';
import type { versionRoutes, VersionInfo } from '@kuwei/contract/sys/version';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Handlers } from '../http/register.ts';
import type { Settings } from './config/settings.ts';
import { changedWords, wordCodes, wordTables, type ChangedWord } from './dic/words.ts';

const PUBLIC = SETTING_CODES.filter((code) => settingOf(code).public).toSorted();

export const versionHandlers: Handlers<typeof versionRoutes> = {
  getVersion: ({ params }, { db, services }) => versionOf(db, services.settings, params.appId, null),

  getOrgVersion: async ({ params: { appId, orgId } }, { db, services }) => {
    const org = await db.selectFrom('wms_org').where('id', '=', orgId).where('valid', '=', true).select('id').executeTakeFirst();
    if (!org) throw new AppError('NOT_FOUND');
    return versionOf(db, services.settings, appId, orgId);
  },
};

/** @param orgId whose own entries are laid over the general ones; null for nobody's */
async function versionOf(db: Db, settings: Settings, appId: string, orgId: string | null): Promise<VersionInfo> {
  if (appId !== APP_ID && appId !== SYSTEM_APP_ID) throw new AppError('NOT_FOUND');
  const { rows } = await sql<Omit<VersionInfo, 'words' | 'sysConfigs'> & { own: Record<string, string>; changed: ChangedWord[] }>`
    select
      coalesce((select json_agg(json_build_object('id', m.id, 'idParent', m.id_parent, 'code', m.code, 'name', coalesce(o.name, m.name),
          'nameTag', m.name_tag, 'url', m.url, 'urlExp', m.url_exp, 'role', m.role, 'pageRole', m.page_role, 'keepalive', m.keepalive,
          'show', coalesce(o.show, m.show), 'icon', m.icon) order by m.sort)
          from sys_menu m left join sys_menu_org o on o.menu_id = m.id and o.org_id = ${orgId}
         where m.app_id = ${appId}), '[]') as menus,
      coalesce((select json_object_agg(o.code, o.value) from sys_config_org o where o.org_id = ${orgId}), '{}') as own,
      coalesce((select json_agg(json_build_object('code', d.code, 'fields', (
            select coalesce(json_agg(json_build_object('code', f.code, 'label', f.label, 'labels', f.labels, 'props', f.props, 'valid', f.valid) order by f.sort), '[]')
              from sys_dic_field f where f.dic_id = d.id)) order by d.code)
          from sys_dic d where d.public and d.code <> all(${wordCodes}::text[])), '[]') as dics,
      ${changedWords} as changed`.execute(db);
  const { changed, own, ...info } = rows[0]!;
  const sysConfigs = PUBLIC.map((code) => ({ code, value: own[code] ?? String(settings.get(code)), valid: true }));
  return { ...info, sysConfigs, words: wordTables(changed) };
}
