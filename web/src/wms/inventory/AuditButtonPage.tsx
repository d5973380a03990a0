import { CountHead } from './CountHead.tsx';
import { CountLines } from './CountLines.tsx';
import { CountScreen } from './CountScreen.tsx';
import { CountSteps } from './CountSteps.tsx';

/** Decides one count, with everything the decision is based on. */
export default function AuditButtonPage() {
  return (
    <CountScreen>
      {(count, reload) => (
        <>
          <CountHead count={count} actions={<CountSteps key={count.id} count={count} onChanged={reload} />} />
          <CountLines count={count} />
        </>
      )}
    </CountScreen>
  );
}
