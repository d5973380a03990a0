// Reports pinned to a user's start page, with the filters they were pinned with.
import { useMemo } from 'react';
import { saveSetting, useSettings } from './settings.ts';

export interface Pin {
  /** Id of the report. */
  id: string;
  name: string;
  /** Menu section it was pinned in: `teacher`. */
  section: string;
  /** Fixed filters; the others move with the date. */
  values: Readonly<Record<string, string | null>>;
}

const PINS = 'report.pins';
export const PINS_MAX = 8;

/** A stored value may come from another version of the console. */
const isPin = (value: unknown): value is Pin => {
  const { id, name, section, values } = (value ?? {}) as Partial<Record<keyof Pin, unknown>>;
  return [id, name, section].every((text) => typeof text === 'string') && typeof values === 'object' && values !== null;
};
const pinsIn = (value: unknown): Pin[] => (Array.isArray(value) ? value.filter(isPin).slice(0, PINS_MAX) : []);

const pinsNow = (): Pin[] => pinsIn(useSettings.getState().values[PINS]);

export function usePins(): Pin[] {
  const value = useSettings(({ values }) => values[PINS]);
  return useMemo(() => pinsIn(value), [value]);
}

export const savePins = (pins: readonly Pin[]): void => saveSetting(PINS, pins.slice(0, PINS_MAX), false);

/** Menu section of the first pin. */
export const pinnedSection = (section?: string): string | undefined =>
  pinsNow().find((pin) => section === undefined || pin.section === section)?.section;
