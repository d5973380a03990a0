// Keeps the words of the site in the process: read when it starts and after every change, by whichever process it was made.
import { EVENTS } from '@kuwei/contract/event';
import type { Logger } from 'pino';
import type { Bus } from '../../bus.ts';
import type { Db } from '../../db/open.ts';
import { setPhraseOverrides } from '../../phrase.ts';
import { readWords } from './words.ts';

export async function keepWords(db: Db, bus: Bus, log: Logger): Promise<void> {
  /** Counts readings: an older one that comes later says nothing. */
  let readings = 0;
  const read = async (): Promise<void> => {
    const reading = ++readings;
    const words = await readWords(db);
    if (reading === readings) setPhraseOverrides(words);
  };
  bus.subscribe(({ bc, fc }) => {
    if (bc !== EVENTS.dictionary.bc || fc !== EVENTS.dictionary.fc) return undefined;
    // A database that is away is heard of again, and everything with it.
    return read().catch((error: unknown) => log.warn({ err: error }, 'words of the site not read'));
  });
  await read();
}
