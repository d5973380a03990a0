// What the window shows: a bare page, or the frame with everything in it.
import { Suspense, useState } from 'react';
import { lazyPart } from './navigation/lazy-part.ts';
import { useNav, type Shown } from './navigation/nav.ts';
import { BarePage } from './page/BarePage.tsx';
import { useUser } from './session/user.ts';
import { loadFrame } from './shell/load-frame.ts';
import { Boundary } from './ui/Boundary.tsx';
import { Loading } from './ui/Loading.tsx';

const Frame = lazyPart(async () => (await loadFrame()).default);

const isBare = (shown: Shown): boolean => shown.kind === 'page' && shown.entry.bare === true;

export function App() {
  const shown = useNav((state) => state.shown);
  const signedIn = useUser((state) => state.user !== null);
  // Kept behind a bare page, so that the pages open in it are still there afterwards; gone with the person.
  const [framed, setFramed] = useState(false);
  const wanted = shown.kind !== 'starting' && !isBare(shown);
  if (wanted && !framed) setFramed(true);
  if (framed && !wanted && !signedIn) setFramed(false);

  return (
    <Boundary>
      {shown.kind === 'starting' && <Loading />}
      {isBare(shown) && shown.kind === 'page' && <BarePage page={shown} />}
      {framed && (
        <Suspense fallback={<Loading />}>
          <Frame hidden={!wanted} />
        </Suspense>
      )}
    </Boundary>
  );
}
