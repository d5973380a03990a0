// Formats numbers, money, times and sizes. Decimals stay text throughout, to avoid binary fractions.
import type { Locale } from '@kuwei/contract/constants';
import { t } from '../phrase/phrases.ts';

/** Adds thousands separators: `1234567.5` as `1,234,567.5`. Other text is returned unchanged. */
export function grouped(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!parts) return text;
  return `${parts[1]}${parts[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${parts[3] ?? ''}`;
}

/** Usage, and the limit if there is one. */
export const ofLimit = (used: string, max: string | null): string =>
  max === null ? grouped(used) : `${grouped(used)} / ${grouped(max)}`;

/** An amount in CNY with at least two decimals: `35` as `¥35.00`. */
export function money(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return text;
  return `${parts[1]}¥${grouped(parts[2]!)}.${(parts[3] ?? '').padEnd(2, '0')}`;
}

const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time relative to today, in the browser's time zone: 今天 14:03, 昨天 09:12, 11-18 14:03, 2025-03-02. */
export function moment(iso: string, locale: Locale, now: Date = new Date()): string {
  const date = new Date(iso);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  const days = dayNumber(now) - dayNumber(date);
  if (days === 0) return `${t('time.today')} ${time}`;
  if (days === 1) return `${t('time.yesterday')} ${time}`;
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  const thisYear = year === now.getFullYear();
  if (locale === 'zh') return thisYear ? `${two(month + 1)}-${two(day)} ${time}` : `${year}-${two(month + 1)}-${two(day)}`;
  return thisYear ? `${day} ${MONTHS[month]} ${time}` : `${day} ${MONTHS[month]} ${year}`;
}

/** A time to the second: `2026-11-20 14:03:09`. */
export function exactMoment(iso: string): string {
  const date = new Date(iso);
  const day = dayOf(date);
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Formats a timestamp as `2026-11-20 14:03` in the browser's time zone; other text is returned unchanged. */
export const localMinute = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : exactMoment(iso).slice(0, -3));

/** Parses `2026-11-20 14:03` in the browser's time zone to ISO 8601; other text is returned unchanged. */
export function isoOfMinute(minute: string): string {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(minute)) return minute;
  return new Date(minute.replace(' ', 'T')).toISOString();
}

/** Today in the browser's time zone, `YYYY-MM-DD`. */
export const today = (): string => dayOf(new Date());

/** The day of a date in the browser's time zone. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const dayNumber = (date: Date): number => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** A readable file size: `820 B`, `1.2 MB`, `74 GB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const unit = bytes < 1_000_000 ? 'kB' : bytes < 1_000_000_000 ? 'MB' : 'GB';
  const value = bytes / { kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 }[unit];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A possibly capped count: `57`, `1,000+`. */
export const countText = ({ total, exact }: { total: number; exact: boolean }): string =>
  exact ? grouped(String(total)) : `${grouped(String(total - 1))}+`;
