// Detects a new version of the console by the ETag of the app page.
import { PAGE_UPDATE_POLL_MS } from '@kuwei/contract/constants';
import { reloadConsole } from '../browser/chunk-reload.ts';
import { t } from '../phrase/phrases.ts';
import { ask } from '../ui/feedback.ts';

/** The ETag of the app page, bypassing caches; null if the check fails. */
export async function pageTag(): Promise<string | null> {
  try {
    const response = await fetch(new URL('/', location.origin), { cache: 'no-store', headers: { Accept: 'text/html' } });
    return response.status === 0 || response.status >= 400 ? null : response.headers.get('etag');
  } catch {
    return null;
  }
}

/**
 * Polls once a minute. The first ETag is only stored; each new one is reported once.
 * @returns stops it
 */
export function watchPageUpdate(onUpdate: () => void): () => void {
  let known: string | null = null;
  const check = async (): Promise<void> => {
    const tag = await pageTag();
    if (tag === null || tag === known) return;
    const isNews = known !== null;
    known = tag;
    if (isNews) onUpdate();
  };
  void check();
  const timer = setInterval(() => void check(), PAGE_UPDATE_POLL_MS);
  return () => clearInterval(timer);
}

/** Unsaved input survives the reload if it is kept as a draft. */
export async function askForUpdate(): Promise<void> {
  const yes = await ask({ title: t('update.title'), text: t('update.text'), yes: t('update.refresh'), no: t('update.later') });
  if (yes) void reloadConsole();
}
