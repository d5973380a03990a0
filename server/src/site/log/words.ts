// Words for codes in the log that the console does not load with it: they go out with the row.
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { LogEntry } from '@kuwei/contract/sys/log';
import type { Locale } from '@kuwei/contract/constants';
import { say } from '../../phrase.ts';

/** What the words begin with, by what the codes are of. */
const CODES: Readonly<Record<string, string>> = {
  'wms_transaction.action': 'work.step',
  'wms_share_request.action': 'share.did',
  'wms_warehouse_box.lockReason': 'box.lockReason',
  'sys_message.state': 'sender.state',
  'sys_message.kind': 'inbox.kind',
  'sys_message_template.kind': 'inbox.kind',
  'sys_message_copy.state': 'inbox.state',
  'mail.state': 'mailing.state',
  'mail.fault': 'mailing.fault',
};

/** A call that was refused says what it was answered. */
function prefixOf({ entity, entityId, status }: LogEntry, field: string): string | undefined {
  if (field === 'code' && status !== null) return 'error';
  if (field === 'value' && entity === 'sys_config') return `setting.option.${entityId}`;
  return CODES[`${entity}.${field}`];
}

/** What fills the sentence of a refusal; rows of before were not told. */
const particularsOf = ({ change }: LogEntry): PhraseParams =>
  (change as { particulars?: PhraseParams } | null)?.particulars ?? {};

export function wordsOf(row: LogEntry, locale: Locale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row.change ?? {}).flatMap(([field, value]) => {
      const prefix = prefixOf(row, field);
      if (prefix === undefined) return [];
      const codes = [value].flat().filter((code) => typeof code === 'string');
      return codes.flatMap((code) => {
        const key = `${prefix}.${code}`;
        const word = say(locale, key, prefix === 'error' ? particularsOf(row) : {});
        return word === key ? [] : [[code, word] as const];
      });
    }),
  );
}
