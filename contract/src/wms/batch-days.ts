// Manufacturing and expiry dates of a batch: derivation and plausibility. All days are `YYYY-MM-DD`.

export interface BatchDays {
  madeOn: string | null;
  expiresOn: string | null;
}

export interface ShelfLife {
  trackExpiry: boolean;
  defaultShelfLifeDays: number | null;
}

/** Expiry date, derived from the shelf life if not entered; null if unknown. */
export const expiryOf = ({ madeOn, expiresOn }: BatchDays, { trackExpiry, defaultShelfLifeDays }: ShelfLife): string | null =>
  expiresOn !== null || !trackExpiry || madeOn === null || defaultShelfLifeDays === null
    ? expiresOn
    : daysAfter(madeOn, defaultShelfLifeDays);

export interface DayNote {
  field: keyof BatchDays;
  key: 'wms.line.expired' | 'wms.line.madeLater';
}

/**
 * A note for each implausible day: manufactured in the future, already expired.
 * @param today in the time zone of the warehouse
 */
export function dayNotes({ madeOn, expiresOn }: BatchDays, today: string): DayNote[] {
  return [
    ...(expiresOn !== null && expiresOn < today ? [{ field: 'expiresOn' as const, key: 'wms.line.expired' as const }] : []),
    ...(madeOn !== null && madeOn > today ? [{ field: 'madeOn' as const, key: 'wms.line.madeLater' as const }] : []),
  ];
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
