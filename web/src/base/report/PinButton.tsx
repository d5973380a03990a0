// Pins a report with its parameters to the start page, or unpins it.
import type { ReportValues, RunnableReport } from '@kuwei/contract/sys/report';
import PushpinFilled from '@ant-design/icons/es/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PINS_MAX, savePins, usePins } from '../../session/pins.ts';
import { noticeDone, noticeRefused } from '../../ui/feedback.ts';

export function PinButton({ report: { id, name }, kept }: { report: RunnableReport; kept: ReportValues }) {
  const t = useT();
  const { prefix: section } = usePage();
  const pins = usePins();
  const isPinned = pins.some((pin) => pin.id === id && pin.section === section);
  const turn = (): void => {
    const others = pins.filter((pin) => pin.id !== id || pin.section !== section);
    if (!isPinned && others.length >= PINS_MAX) return noticeRefused(t('result.pin.full', { max: PINS_MAX }));
    savePins(isPinned ? others : [...others, { id, name, section, values: kept }]);
    noticeDone(t(isPinned ? 'result.pin.off' : 'result.pin.on'));
  };
  return (
    <button type="button" className="kw-button" aria-pressed={isPinned} onClick={turn}>
      {isPinned ? <PushpinFilled aria-hidden="true" /> : <PushpinOutlined aria-hidden="true" />}
      {t(isPinned ? 'result.unpin' : 'result.pin')}
    </button>
  );
}
