import { roleRoutes, type Role } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { roleLook } from './looks.ts';
import { RoleAccessView } from './RoleAccessView.tsx';

interface RoleDetailProps {
  id: string;
  row: Role | undefined;
  actionsOf: (role: Role) => readonly RowAction[];
}

type Elsewhere = 'id' | 'rev' | 'valid' | 'powers' | 'createdAt' | 'updatedBy' | 'reserved' | 'code';

/** A role's details: powers, and number of holders. */
export function RoleDetail({ id, row, actionsOf }: RoleDetailProps) {
  const t = useT();
  const locale = useLocale();
  const { data = row, error, refetch, isFetching } = usePageQuery(roleRoutes.getRole, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const name = nameIn(locale, data);
  return (
    <>
      <DetailHead
        title={name}
        marks={
          <>
            <StateTag look={roleLook(data)} />
            <span className="kw-code">{data.code}</span>
          </>
        }
        actions={<ActionButtons name={name} actions={actionsOf(data)} />}
      />
      <Facts
        facts={factsOf<Role, Elsewhere>({
          name: [t('rights.role.name'), data.name],
          nameEn: [t('rights.role.nameEn'), data.nameEn],
          builtIn: [t('rights.role.kind'), t(data.reserved ? 'rights.role.reserved' : `rights.role.kind.${data.builtIn}`)],
          sort: [t('rights.role.sort'), data.sort],
          people: [t('rights.role.people'), String(data.people)],
          remark: [t('rights.role.remark'), data.remark],
          powerNames: [
            t('rights.role.powers'),
            data.powerNames.map((power) => power.name).join(' · ') || (data.builtIn && t('rights.role.powersBuiltIn')),
          ],
          updatedAt: [t('rights.role.updatedAt'), <When key="when" at={data.updatedAt} />],
        })}
      />
      <section className="facts">
        <h3>{t('rights.role.opens')}</h3>
        <RoleAccessView role={data} />
      </section>
    </>
  );
}
