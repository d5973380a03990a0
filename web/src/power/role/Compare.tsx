// Two roles side by side: common and distinct powers.
import { roleRoutes, type RoleComparison } from '@kuwei/contract/auth/role';
import { useState, type ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RoleChooser } from './RoleChooser.tsx';
import './role.css';
import '../../ui/field.css';

export function Compare({ buttons }: { buttons: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const [one, other] = [query.get('one'), query.get('other')];
  return (
    <>
      <PageHead title={t('rights.role.title')} actions={buttons} />
      <div className="role-above">
        <RoleChooser label={t('rights.role.one')} value={one} without={other} onChange={(id) => setQuery({ one: id })} />
        <RoleChooser label={t('rights.role.other')} value={other} without={one} onChange={(id) => setQuery({ other: id })} />
      </div>
      {one === null || other === null ? (
        <p className="role-hint">{t('rights.role.compareText')}</p>
      ) : (
        <Compared one={one} other={other} />
      )}
    </>
  );
}

function Compared({ one, other }: { one: string; other: string }) {
  const t = useT();
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const input = { query: { one, other } };
  const { data, error, refetch, isFetching } = usePageQuery(roleRoutes.compareRoles, input, { keepPrevious: true });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />;
  const { one: a, other: b, both } = data.people;
  return (
    <div className="role-compared">
      <p>{t('rights.role.comparePeople', { one: data.one.name, other: data.other.name, a, b, both })}</p>
      <label className="role-check">
        <input
          type="checkbox"
          className="kw-check"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        />
        {t('rights.role.onlyDifferent')}
      </label>
      <Side title={t('rights.role.comparePowers')} rows={data.powers} of={data} onlyDifferent={onlyDifferent} />
      <Side title={t('rights.role.compareMenu')} rows={data.menu} of={data} onlyDifferent={onlyDifferent} />
      <Side title={t('rights.role.compareSteps')} rows={data.steps} of={data} onlyDifferent={onlyDifferent} />
      <Side title={t('rights.role.compareCalls')} rows={data.calls} of={data} onlyDifferent={onlyDifferent} coded />
    </div>
  );
}

interface SideProps {
  title: string;
  rows: RoleComparison['calls'];
  of: RoleComparison;
  onlyDifferent: boolean;
  /** Shows the codes in addition to names. */
  coded?: true;
}

function Side({ title, rows, of, onlyDifferent, coded }: SideProps) {
  const t = useT();
  const shown = rows.filter((row) => !onlyDifferent || row.one !== row.other);
  return (
    <section>
      <h2>{title}</h2>
      {shown.length === 0 ? (
        <p className="role-hint">{t('rights.role.compareNone')}</p>
      ) : (
        <table className="role-table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{of.one.name}</th>
              <th scope="col">{of.other.name}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.code}>
                <th scope="row">
                  {row.name}
                  {coded && <small className="role-summary kw-code">{row.code}</small>}
                </th>
                <td>{row.one ? t('rights.role.yes') : <span className="role-no">{t('rights.role.no')}</span>}</td>
                <td>{row.other ? t('rights.role.yes') : <span className="role-no">{t('rights.role.no')}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
