import { useT } from '../../phrase/phrases.ts';
import { configOr } from '../../session/version.ts';
import { daysBetween } from '../../ui/day/calendar-days.ts';
import { None } from '../../ui/None.tsx';
import './days.css';

interface DaysLeftProps {
  day: string | null;
  /** The day it is looked at from. */
  from: string;
}

/** A day of expiry, and in words how far away it is where that matters. */
export function DaysLeft({ day, from }: DaysLeftProps) {
  const t = useT();
  if (day === null) return <None />;
  const left = daysBetween(from, day);
  const soon = Number(configOr('WMS_EXPIRY_WARNING_DAYS', '30'));
  const said =
    left < 0 ? t('stock.days.over', { days: -left }) : left === 0 ? t('stock.days.today') : t('stock.days.left', { days: left });
  return (
    <span className="days">
      <time dateTime={day}>{day}</time>
      <span className={left < 0 ? 'days-said over' : left <= soon ? 'days-said soon' : 'days-said'}>{said}</span>
    </span>
  );
}

/** A day until which goods may stay; past it, how long ago. */
export function Until({ day, from }: DaysLeftProps) {
  const t = useT();
  if (day === null) return <None />;
  const over = -daysBetween(from, day);
  return (
    <span className="days">
      <time dateTime={day}>{day}</time>
      {over > 0 && <span className="days-said over">{t('stock.deposit.over', { days: over })}</span>}
    </span>
  );
}
