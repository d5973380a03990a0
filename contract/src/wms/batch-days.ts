// The days of a batch: when it expires, and what about them is possible and still worth a look. All days are `YYYY-MM-DD`.

export interface BatchDays {
  madeOn: string | null;
  expiresOn: string | null;
}

export interface ShelfLife {
  trackExpiry: boolean;
  defaultShelfLifeDays: number | null;
}

/** The day on which goods expire; one that is not entered follows from the shelf life. null where neither is known. */
export const expiryOf = ({ madeOn, expiresOn }: BatchDays, { trackExpiry, defaultShelfLifeDays }: ShelfLife): string | null =>
  expiresOn !== null || !trackExpiry || madeOn === null || defaultShelfLifeDays === null
    ? expiresOn
    : daysAfter(madeOn, defaultShelfLifeDays);

export interface DayNote {
  field: keyof BatchDays;
  key: 'wms.line.expired' | 'wms.line.madeLater';
}

/** A note for each day that looks wrong: made after today, expired before it. @param today where the warehouse is */
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
