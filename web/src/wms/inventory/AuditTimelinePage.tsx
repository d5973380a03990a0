import '../document/document-head.css';
import { CountHead } from './CountHead.tsx';
import { CountScreen } from './CountScreen.tsx';
import { CountTimeline } from './CountTimeline.tsx';

export default function AuditTimelinePage() {
  return (
    <CountScreen>
      {(count) => (
        <>
          <CountHead count={count} />
          <section className="work-panel">
            <CountTimeline count={count} />
          </section>
        </>
      )}
    </CountScreen>
  );
}
