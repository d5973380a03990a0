// Days as the product reckons them.
import { TIME_ZONE } from '../src/db/open.ts';

/** A day so many days from now, `YYYY-MM-DD`, where the warehouse is: for a third of each day it is another one than in UTC. */
export const day = (days: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(Date.now() + days * 86_400_000);
