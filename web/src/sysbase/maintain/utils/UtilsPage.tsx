// Maintenance tools: disk usage, ledger verification, orphaned files, log level, indexes, statements, and scheduled jobs.
import { useT } from '../../../phrase/phrases.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ProofPanel } from '../../../wms/ledger/ProofPanel.tsx';
import { MaintainParts } from '../MaintainParts.tsx';
import { JobsBox } from './JobsBox.tsx';
import { LogLevelBox } from './LogLevelBox.tsx';
import { OrphansBox } from './OrphansBox.tsx';
import { ReindexBox } from './ReindexBox.tsx';
import { SizesBox } from './SizesBox.tsx';
import { StatementsBox } from './StatementsBox.tsx';

export default function UtilsPage() {
  const t = useT();
  return (
    <>
      <PageHead title={t('utils.title')} />
      <MaintainParts />
      <div className="maintain-page">
        <SizesBox />
        <section className="maintain-box" aria-label={t('ledger.prove')}>
          <header>
            <h2>{t('ledger.prove')}</h2>
          </header>
          <ProofPanel />
        </section>
        <LogLevelBox />
        <ReindexBox />
        <OrphansBox />
        <StatementsBox />
        <JobsBox />
      </div>
    </>
  );
}
