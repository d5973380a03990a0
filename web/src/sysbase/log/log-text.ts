// What rows of the log say, in the language on screen.
import type { LogEntry, NamedEntry } from '@kuwei/contract/sys/log';
import * as words from '@kuwei/contract/sys/log-words';
import { locale, say } from '../../phrase/phrases.ts';

const speaker = (): words.Speaker => ({ locale: locale(), say });

/** What was done, in words; what nobody has put into words, as it is called. */
export const actionText = (action: string): string => words.actionText(speaker(), action);
export const fieldText = (field: string, entity: string | null): string => words.fieldText(speaker(), field, entity);
export const valueText = (...[of, field, value, names]: DropFirst<Parameters<typeof words.valueText>>): string =>
  words.valueText(speaker(), of, field, value, names);
/** In one line. */
export const changeText = (row: NamedEntry): string => words.changeText(speaker(), row, { names: row.names, brief: true });
export const whatText = (row: LogEntry): string | null => words.whatText(speaker(), row);
export const byText = (row: LogEntry): string => words.byText(speaker(), row);

type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;
