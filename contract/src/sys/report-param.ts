// Report parameters, shared by browser and server: types, and dates relative to today.

export const PARAM_TYPES = ['TEXT', 'NUMBER', 'DAY', 'YES_NO', 'LIST'] as const;
export type ParamType = (typeof PARAM_TYPES)[number];

/** SQL type that it is cast to. */
export const SQL_TYPE: Record<ParamType, string> = {
  TEXT: 'text',
  NUMBER: 'numeric',
  DAY: 'date',
  YES_NO: 'boolean',
  LIST: 'text[]',
};

const PRESET = /^\{(today|month|year)(?:([+-])(\d{1,5}))?\}$/;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Resolves relative dates: `{today-30}`, `{month}` the first of this month, `{month-1}` of the previous one, `{year}` of this
 * year.
 * @param today in the time zone of the site, `YYYY-MM-DD`
 */
export function resolvePreset(preset: string, today: string): string {
  const [, base, sign, number] = PRESET.exec(preset) ?? [];
  if (base === undefined) return preset;
  const by = Number(number ?? 0) * (sign === '-' ? -1 : 1);
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  if (base === 'today') return dayOf(new Date(Date.UTC(year, month - 1, day + by)));
  return dayOf(base === 'month' ? new Date(Date.UTC(year, month - 1 + by, 1)) : new Date(Date.UTC(year + by, 0, 1)));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a typed or resolved value is of the type. */
export function isValidParam(type: ParamType, value: string): boolean {
  if (type === 'NUMBER') return /^-?\d{1,18}(\.\d{1,6})?$/.test(value);
  if (type === 'DAY') return DAY.test(value) && !Number.isNaN(Date.parse(value)) && dayOf(new Date(value)) === value;
  if (type === 'YES_NO') return value === 'true' || value === 'false';
  return value.length <= 2_000;
}
