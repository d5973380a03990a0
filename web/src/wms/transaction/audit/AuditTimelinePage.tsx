import { DocumentHead } from '../DocumentHead.tsx';
import { DocumentScreen } from '../DocumentScreen.tsx';
import { AuditTimeline } from './AuditTimeline.tsx';

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
