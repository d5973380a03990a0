import {
  BACKUP_CHECK_FRESH_MINUTES,
  maintainRoutes,
  type Backup,
  type BackupCheck,
  type BackupReport,
} from '@kuwei/contract/sys/maintain';
import { useState } from 'react';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { exactMoment } from '../../../ui/format.ts';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';
import { faultText } from '../fault.ts';
import { useWork } from '../MaintainParts.tsx';
import { checkText } from './report-text.ts';
import { RestoreDialog } from './RestoreDialog.tsx';

const CHANGES = ['/sys/maintain'];

const looks: StateLooks<BackupCheck['result']> = {
  OK: { label: 'load.result.OK', tone: 'success', shape: 'check' },
  WARN: { label: 'load.result.WARN', tone: 'warning', shape: 'triangle' },
  BAD: { label: 'load.result.BAD', tone: 'danger', shape: 'cross' },
};

/** Consequences of restoring a backup here and now, one sentence per check. */
export function ReportBox({ backup }: { backup: Backup }) {
  const { id, state } = backup;
  const t = useT();
  const [restoring, setRestoring] = useState(false);
  const work = useWork();
  const { data: report } = usePageQuery(maintainRoutes.getBackupReport, { params: { id } }, { staleTime: 0 });
  const look = usePageWrite(maintainRoutes.checkBackup, { changes: CHANGES });
  const isLooking = work?.kind === 'CHECK' && work.backupId === id;
  const isWhole = state === 'READY' || state === 'VERIFIED';
  return (
    <section className="maintain-box" aria-label={t('load.report')}>
      <header>
        <h2>{t('load.report')}</h2>
        {isWhole && (
          <BusyButton
            type={report ? 'default' : 'primary'}
            busy={look.isPending || isLooking}
            disabled={work !== null && !isLooking}
            onClick={() => look.mutate({ params: { id } })}
          >
            {t(report ? 'load.lookAgain' : 'load.look')}
          </BusyButton>
        )}
      </header>
      <p>{report ? t('load.report.at', { at: exactMoment(report.at) }) : t('load.report.none')}</p>
      {report?.fault && (
        <p role="alert" className="maintain-fault">
          {faultText(report.fault)}
        </p>
      )}
      {report && report.checks.length > 0 && (
        <ul className="maintain-checks">
          {report.checks.map((each) => (
            <li key={each.check}>
              <StateTag look={looks[each.result]} />
              <b>{t(`load.check.${each.check}`)}</b>
              <span>{checkText(each, t)}</span>
            </li>
          ))}
        </ul>
      )}
      {isWhole && report && report.fault === null && (
        <footer className="maintain-restore">
          <button
            type="button"
            className="kw-button danger"
            disabled={work !== null || !mayRestoreBy(report)}
            onClick={() => setRestoring(true)}
          >
            {t('load.restore')}
          </button>
          {!mayRestoreBy(report) && <span>{t('load.restore.lookFirst')}</span>}
        </footer>
      )}
      {restoring && report && <RestoreDialog backup={backup} report={report} onClose={() => setRestoring(false)} />}
    </section>
  );
}

/** Same rule as on the server: a recent report without obstacles. */
const mayRestoreBy = ({ at, checks }: BackupReport): boolean =>
  Date.now() - Date.parse(at) < BACKUP_CHECK_FRESH_MINUTES * 60_000 &&
  checks.every(({ check, result }) => result !== 'BAD' && (check !== 'ROOM' || result === 'OK'));
