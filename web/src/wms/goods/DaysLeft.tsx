import { useT } from '../../phrase/phrases.ts';
import { configOr } from '../../session/version.ts';
import { daysBetween } from '../../ui/day/calendar-days.ts';
import { None } from '../../ui/None.tsx';
import './days.css';

interface DaysLeftProps {
  day: string | null;
  /** Reference day. */
  from: string;
}

/** An expiry day, with the remaining time in words when it is close. */
export function DaysLeft({ day, from }: DaysLeftProps) {
  const t = useT();
  if (day === null) return <None />;
  const left = daysBetween(from, day);
  const soon = Number(configOr('WMS_EXPIRY_WARNING_DAYS', '30'));
  const text =
    left < 0 ? t('stock.days.over', { days: -left }) : left === 0 ? t('stock.days.today') : t('stock.days.left', { days: left });
  return (
    <span className="days">
      <time dateTime={day}>{day}</time>
      <span className={left < 0 ? 'days-text over' : left <= soon ? 'days-text soon' : 'days-text'}>{text}</span>
    </span>
  );
}

/** A day until which goods may stay; when past, how long ago. */
export function Until({ day, from }: DaysLeftProps) {
  const t = useT();
  if (day === null) return <None />;
  const over = -daysBetween(from, day);
  return (
    <span className="days">
      <time dateTime={day}>{day}</time>
      {over > 0 && <span className="days-text over">{t('stock.deposit.over', { days: over })}</span>}
    </span>
  );
}
