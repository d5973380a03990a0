import { t } from '../../phrase/phrases.ts';

const HOUR = 3_600_000;

/** Waiting time: in minutes for the first hour, in hours for two days, then in days. */
export function ageText(since: string, now: number = Date.now()): string {
  const waited = Math.max(0, now - Date.parse(since));
  if (waited < HOUR) return t('bpm.age.minutes', { count: Math.max(1, Math.floor(waited / 60_000)) });
  if (waited < 48 * HOUR) return t('bpm.age.hours', { count: Math.floor(waited / HOUR) });
  return t('bpm.age.days', { count: Math.floor(waited / (24 * HOUR)) });
}
