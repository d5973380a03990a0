/** A moment in the warehouse's time zone: `14:30`. @param zone IANA */
export const clockOf = (iso: string, zone: string): string =>
  new Date(iso).toLocaleTimeString('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
