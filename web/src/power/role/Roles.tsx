import { roleRoutes, type Role } from '@kuwei/contract/auth/role';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import type { ReactNode } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { roleImporter } from './importer.ts';
import { RoleDetail } from './RoleDetail.tsx';
import { roleList } from './role-list.tsx';

export function Roles({ buttons }: { buttons: ReactNode }) {
  const t = useT();
  const { path } = usePage();
  const mayRule = useMayCall()(ruleRoutes.listRules);
  const actionsOf = ({ id }: Role): RowAction[] => [
    { key: 'edit', label: t('form.edit'), to: `${path}/edit?id=${id}` },
    { key: 'people', label: t('rights.role.peopleOf'), to: `${path}?view=people&of=${id}` },
    ...(mayRule ? [{ key: 'rules', label: t('rights.role.rules'), to: `/def/power/role/rule?id=${id}` }] : []),
    { key: 'compare', label: t('rights.role.compareWith'), to: `${path}?view=compare&one=${id}` },
  ];
  return (
    <List
      spec={roleList}
      title={t('rights.role.title')}
      buttons={buttons}
      detail={(id, row) => <RoleDetail id={id} row={row} actionsOf={actionsOf} />}
      actionsOf={actionsOf}
      primary={{ label: t('rights.role.new'), to: `${path}/edit` }}
      importer={roleImporter}
      exporter={roleRoutes.exportRoles}
      emptyText={t('rights.role.emptyText')}
    />
  );
}
