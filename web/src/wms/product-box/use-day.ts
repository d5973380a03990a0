// The moment that a stock list shows.
import { moment } from '@kuwei/contract/field';
import * as z from 'zod/mini';
import { usePage } from '../../page/page.ts';
import { dayOf } from '../../ui/format.ts';

/** The past moment in the address; null for now, also if invalid or in the future. */
export function useAsOf(): string | null {
  const asOf = usePage().query.get('asOf');
  if (asOf === null || !z.safeParse(moment, asOf).success || Date.parse(asOf) > Date.now()) return null;
  return new Date(asOf).toISOString();
}

/** The reference day for expiry: today, or the past day. */
export function useDay(): string {
  const asOf = useAsOf();
  return dayOf(asOf === null ? new Date() : new Date(asOf));
}
