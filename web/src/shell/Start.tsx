// Shown until the console has started: loading, or why it cannot start.
import { useEffect, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { Loading } from '../ui/Loading.tsx';
import { App } from './App.tsx';
import { start } from './start.ts';
import './start.css';

type Phase = 'loading' | 'failed' | 'started';

export function Start() {
  const [phase, setPhase] = useState<Phase>('loading');
  useEffect(() => {
    if (phase !== 'loading') return;
    start().then(
      () => setPhase('started'),
      () => setPhase('failed'),
    );
  }, [phase]);
  if (phase === 'started') return <App />;
  return phase === 'failed' ? <StartFailed onRetry={() => setPhase('loading')} /> : <Loading />;
}

function StartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <main className="kw-start-failed" role="alert">
      <p>{t('app.startFailed')}</p>
      <button type="button" className="kw-button primary" onClick={onRetry}>
        {t('app.retry')}
      </button>
    </main>
  );
}
