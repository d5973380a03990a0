// Shown until the console has started: loading, or why it cannot start.
import { useEffect, useState } from 'react';
import { checkServer, useServer } from '../browser/server-up.ts';
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

/** Retries by itself once an unreachable server is back. */
function StartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  // The texts themselves may be what could not be loaded.
  const textOf = (key: 'app.startFailed' | 'app.retry', builtIn: string): string => (t(key) === key ? builtIn : t(key));
  useEffect(() => {
    void checkServer();
    return useServer.subscribe(({ away }) => away || onRetry());
  }, []);
  return (
    <main className="kw-start-failed" role="alert">
      <p>{textOf('app.startFailed', '无法连接服务器 · Can’t reach the server')}</p>
      <button type="button" className="kw-button primary" onClick={onRetry}>
        {textOf('app.retry', '重试 · Try again')}
      </button>
    </main>
  );
}
