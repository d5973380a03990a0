// Entry point: registers the screens and starts the console.
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { lazyPart } from './browser/lazy-part.ts';
import { watchStyles } from './browser/lost-styles.ts';
import { watchScheme } from './browser/scheme.ts';
import { registerScreens } from './navigation/screens.ts';
import { watchLocale } from './phrase/phrases.ts';
import { screens } from './screens.ts';
import { Start } from './shell/Start.tsx';
import { paint } from './ui/palette.ts';
import { watchRootFont } from './ui/root-font.ts';
import './ui/base.css';

// Zod would otherwise compile its checks with `new Function`, which the content security policy forbids.
z.config({ jitless: true });

registerScreens(screens);
watchScheme(paint);
watchStyles();
watchLocale();
watchRootFont();

/** Offline, the service worker of stock counts serves this page with a mark: it counts on the device, without requests. */
const OfflineCount = lazyPart(async () => (await import('./wms/inventory/offline/OfflineCount.tsx')).OfflineCount);
const root = document.getElementById('root')!;
createRoot(root).render(
  'alone' in root.dataset ? (
    <Suspense>
      <OfflineCount />
    </Suspense>
  ) : (
    <Start />
  ),
);
