// Root component: a bare page, or the frame with everything in it.
import { Suspense, useEffect, useState } from 'react';
import { useNav } from '../page/nav.ts';
import { useUser } from '../session/user.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { BarePage } from './BarePage.tsx';
import { frame } from './fetch-ahead.ts';

export function App() {
  const shown = useNav((state) => state.shown);
  const signedIn = useUser((state) => state.user !== null);
  // Kept mounted behind a bare page, so that its open pages survive; unmounted at sign-out.
  const [framed, setFramed] = useState(false);
  const bare = shown.kind === 'page' && shown.entry.bare ? shown : null;
  const wanted = shown.kind !== 'starting' && bare === null;
  if (wanted && !framed) setFramed(true);
  if (framed && !wanted && !signedIn) setFramed(false);
  const first = bare?.entry.page;
  // A bare page waits only for its own code: the frame, with the UI kit, loads after that.
  useEffect(
    () =>
      void first
        ?.preload()
        .then(frame.preload)
        .catch(() => {}),
    [first],
  );

  return (
    <Boundary>
      {shown.kind === 'starting' && <Loading />}
      {bare && <BarePage page={bare} />}
      {framed && (
        <Suspense fallback={<Loading />}>
          <frame.Component hidden={!wanted} />
        </Suspense>
      )}
    </Boundary>
  );
}
