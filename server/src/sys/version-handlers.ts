import { APP_ID, SYSTEM_APP_ID } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { versionRoutes, VersionInfo } from '@kuwei/contract/sys/version';
import { sql } from 'kysely';
import type { Handlers } from '../http/register.ts';

export const versionHandlers: Handlers<typeof versionRoutes> = {
  getVersion: async ({ params }, { db }) => {
    if (params.appId !== APP_ID && params.appId !== SYSTEM_APP_ID) throw new AppError('NOT_FOUND');
    const { rows } = await sql<VersionInfo>`
      select
        coalesce((select json_agg(json_build_object('id', id, 'idParent', id_parent, 'code', code, 'name', name, 'nameTag', name_tag,
            'url', url, 'urlExp', url_exp, 'role', role, 'pageRole', page_role, 'keepalive', keepalive, 'show', show, 'icon', icon)
            order by sort) from sys_menu where app_id = ${params.appId}), '[]') as menus,
        coalesce((select json_agg(json_build_object('code', code, 'value', value, 'valid', valid) order by code)
            from sys_config where public and valid), '[]') as "sysConfigs",
        coalesce((select json_agg(json_build_object('code', d.code, 'fields', (
              select coalesce(json_agg(json_build_object('code', f.code, 'label', f.label, 'labels', f.labels, 'props', f.props) order by f.sort), '[]')
                from sys_dic_field f where f.dic_id = d.id and f.valid)) order by d.code)
            from sys_dic d where d.public), '[]') as dics`.execute(db);
    return rows[0]!;
  },
};
