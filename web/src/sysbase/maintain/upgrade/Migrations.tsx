import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import type { ReplyOf } from '@kuwei/contract/route';
import { useState } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { exactMoment } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';

const FEW = 10;

/** Applied migrations, newest first. */
export function Migrations({ migrations }: { migrations: ReplyOf<(typeof maintainRoutes)['getUpgrade']>['migrations'] }) {
  const t = useT();
  const [all, setAll] = useState(false);
  const shown = all ? migrations : migrations.slice(0, FEW);
  return (
    <section className="maintain-box wide">
      <header>
        <h2>{t('upgrade.migrations')}</h2>
        {migrations.length > FEW && (
          <button type="button" className="kw-plain kw-link" onClick={() => setAll(!all)}>
            {all ? t('upgrade.migrations.few') : t('upgrade.migrations.all', { count: migrations.length })}
          </button>
        )}
      </header>
      <div className="maintain-scroll" tabIndex={0} role="group" aria-label={t('upgrade.migrations')}>
        <table className="maintain-table">
          <thead>
            <tr>
              <th>{t('upgrade.migration.name')}</th>
              <th>{t('upgrade.migration.appliedAt')}</th>
              <th>{t('upgrade.migration.ms')}</th>
              <th>{t('upgrade.migration.version')}</th>
              <th>{t('upgrade.migration.checksum')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, appliedAt, ms, version, checksum }) => (
              <tr key={name}>
                <td className="kw-code">{name}</td>
                <td>{exactMoment(appliedAt)}</td>
                <td>{ms === null ? <None /> : t('upgrade.migration.msText', { ms })}</td>
                <td>{version ?? <None />}</td>
                <td className="kw-code" title={checksum}>
                  {checksum.slice(0, 12)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
