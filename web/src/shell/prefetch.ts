// Preloads the pages of the menu when idle, so that the first click is as fast as later ones.
import { PREFETCH_IDLE_MS, PREFETCH_START_MS } from '@kuwei/contract/constants';
import type { MenuNode } from '@kuwei/contract/menu';
import { matchScreen } from '@kuwei/contract/screens';
import { whenIdle } from '../browser/idle.ts';
import { entryOf } from '../navigation/screens.ts';

type Preload = () => Promise<unknown>;

/** Distinct pages of the menu items. */
export function pagesOf(nodes: readonly MenuNode[]): Preload[] {
  const found = new Set<Preload>();
  const walk = (level: readonly MenuNode[]): void => {
    for (const { url, subs } of level) {
      const match = url === null ? null : matchScreen(url);
      if (match) found.add(entryOf(match.screen).page.preload);
      walk(subs);
    }
  };
  walk(nodes);
  return [...found];
}

/** Sequentially, each when the browser is idle. Changes nothing visible. @returns stops it */
export function prefetchPages(preloads: readonly Preload[]): () => void {
  let stopped = false;
  const timer = setTimeout(async () => {
    for (const preload of preloads) {
      await whenIdle(PREFETCH_IDLE_MS);
      if (stopped) return;
      await preload().catch(() => {});
    }
  }, PREFETCH_START_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
