import { Popover } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { Panel, WITHIN_SCREEN } from '../PopPanel.tsx';
import { Calendar } from './Calendar.tsx';
import './day.css';

interface CalendarPopProps {
  value: string;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
}

/** A calendar popup, below its parent element. */
export function CalendarPop({ onClose, ...calendar }: CalendarPopProps) {
  const t = useT();
  return (
    <Popover
      open
      trigger="click"
      onOpenChange={(open) => !open && onClose()}
      arrow={false}
      placement="bottomLeft"
      autoAdjustOverflow={WITHIN_SCREEN}
      classNames={{ root: 'pop-panel' }}
      content={
        <Panel label={t('day.calendar')} onLeave={onClose}>
          <Calendar {...calendar} />
        </Panel>
      }
    >
      <span className="day-anchor" />
    </Popover>
  );
}
