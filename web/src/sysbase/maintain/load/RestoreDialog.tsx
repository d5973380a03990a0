import { maintainRoutes, type Backup, type BackupReport } from '@kuwei/contract/sys/maintain';
import { ActionDialog } from '../../../form/ActionDialog.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { useT } from '../../../phrase/phrases.ts';
import { useSiteTitle } from '../../../session/version.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { exactMoment } from '../../../ui/format.ts';
import { ProofFields } from '../ProofFields.tsx';
import { checkText } from './report-text.ts';

/** Confirms a restore: lists what is lost, and requires the site's name and a reason. */
export function RestoreDialog({ backup, report, onClose }: { backup: Backup; report: BackupReport; onClose: () => void }) {
  const t = useT();
  const site = useSiteTitle();
  const later = report.checks.find(({ check }) => check === 'LATER');
  return (
    <ActionDialog
      route={maintainRoutes.restoreBackup}
      params={{ id: backup.id }}
      title={t('load.restore.title')}
      text={
        <ul className="maintain-means">
          <li>{t('load.restore.what', { at: exactMoment(backup.madeAt ?? backup.createdAt) })}</li>
          {later && <li>{checkText(later, t)}</li>}
          <li>{t('load.restore.before')}</li>
          <li>{t('load.restore.people')}</li>
        </ul>
      }
      yes={t('load.restore.yes')}
      danger
      changes={['/sys/maintain']}
      onDone={() => {
        noticeDone(t('load.restore.begun'));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="reason" label="load.restore.reason" width="full" placeholder={t('load.restore.reasonHint')} />
      <TextField name="site" label="load.restore.site" width="full" placeholder={site} />
      <ProofFields />
    </ActionDialog>
  );
}
