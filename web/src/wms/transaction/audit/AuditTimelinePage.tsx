import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentScreen } from '../../document/DocumentScreen.tsx';
import { AuditTimeline } from '../../review/AuditTimeline.tsx';

export default function AuditTimelinePage() {
  return (
    <DocumentScreen>
      {(transaction) => (
        <>
          <DocumentHead transaction={transaction} />
          <section className="work-panel">
            <AuditTimeline transaction={transaction} />
          </section>
        </>
      )}
    </DocumentScreen>
  );
}
