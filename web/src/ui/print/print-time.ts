/**
 * Formats a printed time as date and time, without relative days and independent of the browser's time zone.
 * @param timeZone the warehouse's, by which its documents are numbered
 */
export function printTime(iso: string, timeZone: string): string {
  // The Swedish format is `2026-11-20 14:03`.
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
}
