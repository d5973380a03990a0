// The figures that a user has pinned, stored in their account.
import { saveSetting, useSettings } from '../../session/settings.ts';

const KINDS = ['flow', 'stock', 'age', 'lead', 'space', 'hazard', 'load'] as const;
export type Kind = (typeof KINDS)[number];

const KEY = 'wms.statistics';

function pinsOf(value: unknown): Kind[] {
  const { pins } = (value ?? {}) as { pins?: unknown };
  return Array.isArray(pins) ? KINDS.filter((kind) => pins.includes(kind)) : [];
}

export function usePins(): { pins: Kind[]; order: Kind[]; toggle: (kind: Kind) => void } {
  const pins = pinsOf(useSettings((state) => state.values[KEY]));
  return {
    pins,
    order: [...pins, ...KINDS.filter((kind) => !pins.includes(kind))],
    toggle: (kind) =>
      saveSetting(KEY, { pins: pins.includes(kind) ? pins.filter((each) => each !== kind) : [...pins, kind] }, false),
  };
}
