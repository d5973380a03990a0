import { POWER_MODULE_DIC, powerRoutes, type Power } from '@kuwei/contract/auth/power';
import { nameIn } from '@kuwei/contract/name';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';

interface PowerDetailProps {
  id: string;
  row: Power | undefined;
  actionsOf: (power: Power) => readonly RowAction[];
}

type Elsewhere = 'id' | 'rev' | 'code' | 'createdAt' | 'updatedBy';

/** A power's details: roles and users that have it, and calls that require it. */
export function PowerDetail({ id, row, actionsOf }: PowerDetailProps) {
  const t = useT();
  const locale = useLocale();
  const { data = row, error, refetch, isFetching } = usePageQuery(powerRoutes.getPowerRecord, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const name = nameIn(locale, data);
  return (
    <>
      <DetailHead
        title={name}
        marks={<span className="kw-code">{data.code}</span>}
        actions={<ActionButtons name={name} actions={actionsOf(data)} />}
      />
      <Facts
        facts={factsOf<Power, Elsewhere>({
          name: [t('rights.power.name'), data.name],
          nameEn: [t('rights.power.nameEn'), data.nameEn],
          module: data.module !== null && [
            t('rights.power.module'),
            <DicName key="module" dic={POWER_MODULE_DIC} code={data.module} />,
          ],
          description: [t('rights.power.description'), data.description],
          builtIn: [t('rights.role.kind'), t(`rights.power.builtIn.${data.builtIn}`)],
          roles: [t('rights.power.roles'), data.roles.map((role) => role.name).join(' · ')],
          people: [t('rights.power.people'), String(data.people)],
          menu: [t('rights.power.menu'), data.menu.map((item) => item.name).join(' · ')],
          calls: data.calls.length > 0 && [t('rights.power.calls'), <Calls key="calls" calls={data.calls} />],
          updatedAt: [t('rights.role.updatedAt'), <When key="when" at={data.updatedAt} />],
        })}
      />
    </>
  );
}

const Calls = ({ calls }: Pick<Power, 'calls'>) => (
  <>
    {calls.map((call) => (
      <div key={call.code}>
        {call.name} <small className="kw-code">{call.code}</small>
      </div>
    ))}
  </>
);
