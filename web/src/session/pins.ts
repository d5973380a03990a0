// Reports that a person has pinned to their start page, with the conditions that they are to have there.
import { useMemo } from 'react';
import { saveSetting, useSettings } from './settings.ts';

export interface Pin {
  /** Of the report. */
  id: string;
  name: string;
  /** Under which pages it was pinned: `teacher`. */
  section: string;
  /** Conditions that stay; the others move along with the day. */
  values: Readonly<Record<string, string | null>>;
}

const PINS = 'report.pins';
export const PINS_MAX = 8;

/** What an account holds may be of another console. */
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

/** Pages under which something is pinned, those of the first pin first. */
export const pinnedSection = (section?: string): string | undefined =>
  pinsNow().find((pin) => section === undefined || pin.section === section)?.section;
