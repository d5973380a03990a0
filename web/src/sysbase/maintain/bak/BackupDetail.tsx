import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { DetailHead } from '../../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../../table/DetailSkeleton.tsx';
import { Facts, factsOf } from '../../../ui/Facts.tsx';
import { exactMoment, fileSize, grouped } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { StateTag } from '../../../ui/StateTag.tsx';
import { faultText } from '../fault.ts';
import { backupLook, BackupActor } from './backup-list.tsx';

/** A backup's details: contents and errors. */
export function BackupDetail({ id, row }: { id: string; row: Backup | undefined }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainRoutes.getBackup, { params: { id } });
  const shown = data ?? row;
  if (!shown) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const number = (value: number | null): string | null => (value === null ? null : grouped(String(value)));
  const moment = (value: string | null): string | null => (value === null ? null : exactMoment(value));
  return (
    <>
      <DetailHead
        title={exactMoment(shown.createdAt)}
        marks={
          <>
            <StateTag look={backupLook(shown)} />
            <span>{t(`backup.kind.${shown.kind}`)}</span>
          </>
        }
        actions={
          (shown.state === 'READY' || shown.state === 'VERIFIED') && (
            <PageLink className="kw-button" to={`/def/sysbase/maintain/upgrade/load?${new URLSearchParams({ id }).toString()}`}>
              {t('backup.restore')}
            </PageLink>
          )
        }
      />
      {shown.fault && <p className="maintain-fault">{faultText(shown.fault)}</p>}
      <Facts
        facts={factsOf<Backup, 'id' | 'kind' | 'state' | 'createdAt' | 'fault'>({
          name: [
            t('backup.column.name'),
            <span key="name" className="kw-code">
              {shown.name}
            </span>,
          ],
          givenName: [t('backup.column.givenName'), shown.givenName],
          madeAt: [t('backup.column.madeAt'), moment(shown.madeAt)],
          size: [t('backup.column.size'), shown.size === null ? null : fileSize(shown.size)],
          sha256: ['SHA-256', shown.sha256 && <span className="kw-code">{shown.sha256}</span>],
          encrypted: [t('backup.column.encrypted'), t(shown.encrypted ? 'backup.encrypted.yes' : 'backup.encrypted.no')],
          tables: [t('backup.column.tables'), number(shown.tables)],
          rows: [t('backup.column.rows'), number(shown.rows)],
          files: [t('backup.column.files'), number(shown.files)],
          version: [t('backup.column.version'), shown.version],
          migration: [t('backup.column.migration'), shown.migration && <span className="kw-code">{shown.migration}</span>],
          by: [t('backup.column.by'), <BackupActor key="by" of={shown} />],
          readyAt: [t('backup.column.readyAt'), moment(shown.readyAt)],
          verifiedAt: [t('backup.column.verifiedAt'), moment(shown.verifiedAt)],
        })}
      />
    </>
  );
}
