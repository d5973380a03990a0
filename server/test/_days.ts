// Dates in the product's time zone.
import { TIME_ZONE } from '../src/db/open.ts';

/** The date so many days from now, `YYYY-MM-DD`, in the warehouse's time zone: for a third of each day it differs from UTC. */
export const day = (days: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(Date.now() + days * 86_400_000);
