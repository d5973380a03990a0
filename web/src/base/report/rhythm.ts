// Describes when a report is delivered.
import type { ReportPlan } from '@kuwei/contract/sys/report-plan';
import { locale, t } from '../../phrase/phrases.ts';

/** A Monday. */
const MONDAY = new Date(2024, 0, 1);

/** Names of the weekdays from Monday. */
export function weekdays(): string[] {
  const names = new Intl.DateTimeFormat(locale(), { weekday: locale() === 'zh' ? 'short' : 'long' });
  return Array.from({ length: 7 }, (_, at) => names.format(new Date(MONDAY.getTime() + at * 86_400_000)));
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export function rhythmText({ rhythm, day, hour }: Pick<ReportPlan, 'rhythm' | 'day' | 'hour'>): string {
  const at = hourText(hour);
  if (rhythm === 'DAILY') return t('result.comes.DAILY', { at });
  if (rhythm === 'WEEKLY') return t('result.comes.WEEKLY', { day: weekdays()[(day ?? 1) - 1]!, at });
  return t('result.comes.MONTHLY', { day: day ?? 1, at });
}
