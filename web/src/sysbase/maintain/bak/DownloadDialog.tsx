import { pathOf } from '@kuwei/contract/route';
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { ActionDialog } from '../../../form/ActionDialog.tsx';
import { useT } from '../../../phrase/phrases.ts';
import { ProofFields } from '../ProofFields.tsx';

/** A backup may be too large for a page to hold: the browser downloads it by itself, with a ticket. */
export function DownloadDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const t = useT();
  const params = { file: backup.id };
  return (
    <ActionDialog
      route={maintainRoutes.makeBackupTicket}
      params={params}
      title={t('backup.downloadTitle')}
      text={t('backup.downloadText')}
      yes={t('backup.downloadYes')}
      changes={[]}
      onDone={({ access_token }) => {
        const link = document.createElement('a');
        link.href = `/api${pathOf(maintainRoutes.downloadBackup, params)}?${new URLSearchParams({ access_token })}`;
        link.download = backup.name;
        link.click();
        onClose();
      }}
      onClose={onClose}
    >
      <ProofFields />
    </ActionDialog>
  );
}
