// Keeps the site's wording in memory: loaded at startup and after every change by any process.
import { EVENTS } from '@kuwei/contract/event';
import type { Logger } from 'pino';
import type { Bus } from '../../bus.ts';
import type { Db } from '../../db/open.ts';
import { setPhraseOverrides } from '../../phrase.ts';
import { loadOverrides } from './words.ts';

export async function watchPhraseOverrides(db: Db, bus: Bus, log: Logger): Promise<void> {
  /** Version of the last read: a stale result is dropped. */
  let version = 0;
  const read = async (): Promise<void> => {
    const current = ++version;
    const words = await loadOverrides(db);
    if (current === version) setPhraseOverrides(words);
  };
  bus.subscribe(({ bc, fc }) => {
    if (bc !== EVENTS.dictionary.bc || fc !== EVENTS.dictionary.fc) return undefined;
    // When the database connection returns, everything is reloaded.
    return read().catch((error: unknown) => log.warn({ err: error }, 'words of the site not read'));
  });
  await read();
}
