/**
 * On paper a time is a day and an hour: nobody asks it what today is, nor where the browser stood that printed it.
 * @param timeZone of the warehouse, in which its documents are numbered
 */
export function printTime(iso: string, timeZone: string): string {
  // Sweden writes `2026-11-20 14:03`.
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
}
