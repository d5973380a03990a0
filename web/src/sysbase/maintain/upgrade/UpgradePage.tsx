// Current version, obstacles to an upgrade, instructions, and read-only mode.
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { exactMoment, fileSize } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { MaintainParts } from '../MaintainParts.tsx';
import { Changes } from './Changes.tsx';
import { Checks } from './Checks.tsx';
import { HowTo } from './HowTo.tsx';
import { Migrations } from './Migrations.tsx';
import { ModeBox } from './ModeBox.tsx';

export default function UpgradePage() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainRoutes.getUpgrade, undefined);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const { version, node, startedAt, database, processes, folder, dataDir } = data;
  const code = (text: string) => <span className="kw-code">{text}</span>;
  return (
    <>
      <PageHead title={t('upgrade.title')} />
      <MaintainParts />
      <div className="maintain-page">
        <section className="maintain-box">
          <header>
            <h2>{t('upgrade.now')}</h2>
          </header>
          <Facts
            facts={[
              [t('upgrade.version'), version],
              [
                t('upgrade.database'),
                t(`upgrade.database.${database.kind}`, { version: database.version, size: fileSize(database.bytes) }),
              ],
              ['Node.js', node],
              [t('upgrade.started'), exactMoment(startedAt)],
              [t('upgrade.processes'), String(processes)],
              [t('upgrade.folder'), code(folder)],
              [t('upgrade.dataDir'), code(dataDir)],
            ]}
          />
        </section>
        <ModeBox />
        <Checks />
        <HowTo upgrade={data} />
        <Changes changes={data.changes} />
        <Migrations migrations={data.migrations} />
      </div>
    </>
  );
}
