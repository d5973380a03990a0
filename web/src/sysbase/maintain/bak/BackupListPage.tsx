// Backups: schedule, location, and manual backup; each can be verified, downloaded and deleted.
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { useState } from 'react';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import type { RowAction } from '../../../table/list-types.ts';
import { List } from '../../../table/List.tsx';
import { confirmDelete } from '../../../ui/confirm-delete.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { exactMoment, fileSize } from '../../../ui/format.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { MaintainParts, useWork } from '../MaintainParts.tsx';
import { backupList } from './backup-list.tsx';
import { BackupDetail } from './BackupDetail.tsx';
import { DownloadDialog } from './DownloadDialog.tsx';

const CHANGES = ['/sys/maintain'];

export default function BackupListPage() {
  const t = useT();
  const busy = useWork() !== null;
  const [fetched, setFetched] = useState<Backup | null>(null);
  const make = usePageWrite(maintainRoutes.makeBackup, { changes: CHANGES, onSuccess: () => noticeDone(t('backup.begun')) });
  const verify = usePageWrite(maintainRoutes.verifyBackup, {
    changes: CHANGES,
    onSuccess: () => noticeDone(t('backup.verifyBegun')),
  });
  const remove = usePageWrite(maintainRoutes.deleteBackup, { changes: CHANGES });
  const actionsOf = ({ id, state, createdAt, fault }: Backup, row: Backup): RowAction[] => {
    const isWhole = state === 'READY' || state === 'VERIFIED';
    const reason = !isWhole ? t('backup.notReady') : fault?.code === 'MISSING' ? t('backup.state.MISSING') : undefined;
    return [
      { key: 'download', label: t('backup.download'), run: () => setFetched(row), reason },
      {
        key: 'verify',
        label: t('backup.verify'),
        run: () => verify.mutate({ params: { id } }),
        reason: (isWhole ? undefined : reason) ?? (busy ? t('backup.busy') : undefined),
      },
      {
        key: 'look',
        label: t('backup.look'),
        to: `/def/sysbase/maintain/upgrade/load?${new URLSearchParams({ id }).toString()}`,
        reason,
      },
      {
        key: 'delete',
        label: t('common.delete'),
        danger: true,
        run: async () => {
          if (await confirmDelete(`${t('backup.name')} ${exactMoment(createdAt)}`)) await remove.mutateAsync({ params: { id } });
        },
        reason: state === 'RUNNING' ? t('backup.busy') : undefined,
      },
    ];
  };
  return (
    <>
      <List
        spec={backupList}
        title={t('backup.title')}
        detail={(id, row) => <BackupDetail id={id} row={row} />}
        actionsOf={(row) => actionsOf(row, row)}
        primary={{ label: t('backup.now'), run: () => !make.isPending && make.mutate({}) }}
        above={
          <>
            <MaintainParts />
            <State />
          </>
        }
        emptyText={t('backup.empty')}
      />
      {fetched && <DownloadDialog backup={fetched} onClose={() => setFetched(null)} />}
    </>
  );
}

function State() {
  const t = useT();
  const { data: state } = usePageQuery(maintainRoutes.getBackupState, undefined, { staleTime: 0 });
  if (!state) return null;
  const { on, time, keep, verify, encrypted, folder, free, used, lastReadyAt, lastVerifiedAt } = state;
  const moment = (at: string | null): string => (at === null ? t('backup.never') : exactMoment(at));
  return (
    <div className="maintain-state">
      <p>
        <span>{on ? t(verify ? 'backup.onVerify' : 'backup.on', { time, keep }) : t('backup.off')}</span>
        <PageLink className="kw-link" to="/def/sysbase/sysconfig?group=BACKUP">
          {t('backup.settings')}
        </PageLink>
      </p>
      <p className={encrypted ? '' : 'maintain-warn'}>{t(encrypted ? 'backup.encrypted' : 'backup.plain')}</p>
      <dl>
        <div>
          <dt>{t('backup.lastReady')}</dt>
          <dd>{moment(lastReadyAt)}</dd>
        </div>
        <div>
          <dt>{t('backup.lastVerified')}</dt>
          <dd>{moment(lastVerifiedAt)}</dd>
        </div>
        <div>
          <dt>{t('backup.folder')}</dt>
          <dd>
            <span className="kw-code">{folder}</span> · {t('backup.room', { used: fileSize(used), free: fileSize(free) })}
          </dd>
        </div>
      </dl>
    </div>
  );
}
