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
      if (number('same') === 1) return say('load.check.LEDGER.same', { no: number('no') });
      return number('agreed') > 0
        ? say('load.check.LEDGER.parted', { no: number('no'), agreed: number('agreed') })
        : say('load.check.LEDGER.other', { no: number('no') });
    case 'ROOM':
      return say('load.check.ROOM.text', {
        folder: String(params['folder']),
        free: fileSize(number('free')),
        wanted: fileSize(number('wanted')),
      });
    default:
      return say(number('verified') === 1 ? 'load.check.VERIFIED.yes' : 'load.check.VERIFIED.no');
  }
}

/** Names only what there is of it. */
function laterText(params: BackupCheck['params'], say: typeof t): string {
  const lost = (['documents', 'entries', 'products'] as const)
    .map((name) => ({ name, count: Number(params[name]) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => say(`load.lost.${name}`, { count }));
  const list = lost.join(say('load.lost.comma'));
  if (params['related'] === 0)
    return lost.length === 0 ? say('load.check.LATER.unrelatedNone') : say('load.check.LATER.unrelated', { list });
  return lost.length === 0 ? say('load.check.LATER.none') : say('load.check.LATER.some', { list });
}
