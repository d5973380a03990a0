// Who has a permission, and by which role; who lacks it, and why.
import { roleRoutes } from '@kuwei/contract/auth/role';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { OptionLine } from '../../form/field/OptionLine.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { matchesOption } from '../../ui/options.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PermissionHolderDetail } from './PermissionHolderDetail.tsx';
import { permissionHolderList, deniedPeopleList } from './people-list.tsx';
import './role.css';

const KINDS = ['menu', 'power', 'call'] as const;

export function PermissionHolders({ buttons }: { buttons: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const { data = [] } = usePageQuery(roleRoutes.listDeeds, undefined);
  const what = query.get('of');
  const options = KINDS.map((kind) => ({
    label: t(`rights.role.kindOf.${kind}`),
    options: data
      .filter((permission) => permission.kind === kind)
      .map(({ what: value, name: label, hint }) => ({ value, label, ...(hint !== null && { hint }) })),
  }));
  const chooser = (
    <div className="role-above">
      <Select
        className="role-chooser wide"
        aria-label={t('rights.role.deed')}
        placeholder={t('rights.role.deedChoose')}
        value={data.length === 0 ? null : what}
        options={options}
        showSearch={{
          filterOption: (typed, option) => option !== undefined && !('options' in option) && matchesOption(typed, option),
        }}
        optionRender={({ data: option }) => <OptionLine {...option} />}
        allowClear
        onChange={(next: string | null | undefined) =>
          setQuery({ of: next ?? null, page: null, q: null, cannot: null, show: null })
        }
      />
    </div>
  );
  if (what === null)
    return (
      <>
        <PageHead title={t('rights.role.title')} actions={buttons} />
        {chooser}
        <p className="role-hint">{t('rights.role.deedText')}</p>
      </>
    );
  const cannot = query.get('cannot') === 'true';
  return (
    <List
      key={`${what} ${cannot}`}
      spec={cannot ? deniedPeopleList : permissionHolderList}
      title={t('rights.role.title')}
      buttons={buttons}
      above={chooser}
      fixed={{ what }}
      detail={(id) => <PermissionHolderDetail id={id} what={what} />}
      emptyText={t('rights.role.deedEmpty')}
      emptyFilteredText={
        cannot ? (query.get('q') === null ? t('rights.role.deedAll') : undefined) : t('rights.role.deedNoneFound')
      }
    />
  );
}
