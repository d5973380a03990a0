import type { BackupCheck } from '@kuwei/contract/sys/maintain';
import type { t } from '../../../phrase/phrases.ts';
import { exactMoment, fileSize, grouped } from '../../../ui/format.ts';

/** Text of a check's result. */
export function checkText({ check, params }: BackupCheck, say: typeof t): string {
  const number = (name: string): number => Number(params[name]);
  const count = (name: string): string => grouped(String(params[name]));
  switch (check) {
    case 'WHOLE': {
      const counts = { tables: count('tables'), rows: count('rows') };
      return say(number('encrypted') === 1 ? 'load.check.WHOLE.encrypted' : 'load.check.WHOLE.text', counts);
    }
    case 'SITE':
      return say('load.check.SITE.text', { site: String(params['site']) });
    case 'VERSION':
      return say('load.check.VERSION.text', {
        version: String(params['version']),
        at: exactMoment(String(params['createdAt'])),
      });
    case 'MIGRATIONS':
      return number('count') === 0
        ? say('load.check.MIGRATIONS.same')
        : say('load.check.MIGRATIONS.older', { count: number('count'), names: (params['names'] as string[]).join(', ') });
    case 'FILES': {
      const files = { count: count('count'), size: fileSize(number('bytes')) };
      return number('missing') === 0
        ? say('load.check.FILES.text', files)
        : say('load.check.FILES.missing', { ...files, missing: number('missing') });
    }
    case 'SECRETS':
      return say(number('there') === 1 ? 'load.check.SECRETS.there' : 'load.check.SECRETS.none');
    case 'LATER':
      return laterText(params, say);
    case 'LEDGER':
      if (number('no') === 0) return say('load.check.LEDGER.none');
      return say(number('same') === 1 ? 'load.check.LEDGER.same' : 'load.check.LEDGER.other', { no: number('no') });
    case 'ROOM':
      return say('load.check.ROOM.text', { free: fileSize(number('free')), wanted: fileSize(number('wanted')) });
    default:
      return say(number('verified') === 1 ? 'load.check.VERIFIED.yes' : 'load.check.VERIFIED.no');
  }
}

function laterText(params: BackupCheck['params'], say: typeof t): string {
  const counts = ['documents', 'entries', 'products'].map((name) => Number(params[name]));
  if (counts.every((count) => count === 0)) return say('load.check.LATER.none');
  const [documents, entries, products] = counts.map((count) => Math.max(0, count)) as [number, number, number];
  return say('load.check.LATER.some', { documents, entries, products });
}
