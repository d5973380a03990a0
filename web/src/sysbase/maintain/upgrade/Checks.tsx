import { maintainRoutes, type UpgradeCheck } from '@kuwei/contract/sys/maintain';
import { usePageQuery } from '../../../page/query.ts';
import { useT, type t } from '../../../phrase/phrases.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { fileSize } from '../../../ui/format.ts';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';

const looks: StateLooks<UpgradeCheck['result']> = {
  OK: { label: 'upgrade.result.OK', tone: 'success', shape: 'check' },
  WARN: { label: 'upgrade.result.WARN', tone: 'warning', shape: 'triangle' },
  BAD: { label: 'upgrade.result.BAD', tone: 'danger', shape: 'cross' },
};

function textOf({ check, params }: UpgradeCheck, say: typeof t): string {
  const number = (name: string): number => Number(params[name]);
  switch (check) {
    case 'BACKUP':
      if (number('hours') < 0) return say('upgrade.check.BACKUP.none');
      return say(number('verified') === 1 ? 'upgrade.check.BACKUP.verified' : 'upgrade.check.BACKUP.ready', {
        hours: number('hours'),
      });
    case 'ROOM':
      return say('upgrade.check.ROOM.text', {
        folder: String(params['folder']),
        free: fileSize(number('free')),
        wanted: fileSize(number('wanted')),
      });
    case 'WORK':
      return say('upgrade.check.WORK.no');
    case 'WRITES':
      return number('count') > 0
        ? say('upgrade.check.WRITES.some', { count: number('count') })
        : say('upgrade.check.WRITES.none');
    case 'PROCESSES':
      return number('count') > 1
        ? say('upgrade.check.PROCESSES.many', { count: number('count') })
        : say('upgrade.check.PROCESSES.one');
    case 'LEDGER':
      if (number('ok') === 0) return say('upgrade.check.LEDGER.bad');
      return number('days') < 0 ? say('upgrade.check.LEDGER.none') : say('upgrade.check.LEDGER.ok', { days: number('days') });
    default:
      return say('upgrade.check.DATABASE.text', { version: number('version') });
  }
}

/** Checks before an upgrade. */
export function Checks() {
  const t = useT();
  const { data, refetch, isFetching } = usePageQuery(maintainRoutes.checkUpgrade, undefined, { staleTime: 0 });
  return (
    <section className="maintain-box">
      <header>
        <h2>{t('upgrade.checks')}</h2>
        <BusyButton busy={isFetching} onClick={() => void refetch()}>
          {t('upgrade.checkAgain')}
        </BusyButton>
      </header>
      <ul className="maintain-checks">
        {data?.map((each) => (
          <li key={each.check}>
            <StateTag look={looks[each.result]} />
            <b>{t(`upgrade.check.${each.check}`)}</b>
            <span>{each.check === 'WORK' && each.result === 'BAD' ? t('upgrade.check.WORK.yes') : textOf(each, t)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
