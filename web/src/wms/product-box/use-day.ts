// The moment that a stock list is about.
import { moment } from '@kuwei/contract/field';
import * as z from 'zod/mini';
import { usePage } from '../../page/page.ts';
import { dayOf } from '../../ui/format.ts';

/** The moment in the past that the address asks for; null for now, also where it makes no sense or is still to come. */
export function useAsOf(): string | null {
  const asOf = usePage().query.get('asOf');
  if (asOf === null || !z.safeParse(moment, asOf).success || Date.parse(asOf) > Date.now()) return null;
  return new Date(asOf).toISOString();
}

/** The day from which expiry is looked at: today, or the one in the past. */
export function useDay(): string {
  const asOf = useAsOf();
  return dayOf(asOf === null ? new Date() : new Date(asOf));
}
