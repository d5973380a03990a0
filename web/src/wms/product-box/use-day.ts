// The moment that a stock list is about.
import { usePage } from '../../page/page.ts';
import { dayOf } from './day.ts';

/** The moment in the past that the address asks for; null for now, also where it makes no sense. */
export function useAsOf(): string | null {
  const asOf = usePage().query.get('asOf');
  if (asOf === null || Number.isNaN(Date.parse(asOf))) return null;
  return new Date(asOf).toISOString();
}

/** The day from which expiry is looked at: today, or the one in the past. */
export function useDay(): string {
  const asOf = useAsOf();
  return dayOf(asOf === null ? new Date() : new Date(asOf));
}
