// A user's choice of format and columns of an export; stored in their account.
import { SHEET_FORMATS } from '@kuwei/contract/sheet';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { saveSetting, useSettings } from '../session/settings.ts';
import type { ExportRoute } from './list-types.ts';

const storedChoice = z.object({
  format: z.enum(SHEET_FORMATS),
  /** Keys in the order of the file; null for all, those added later included. */
  columns: z.nullable(z.array(z.string()).check(z.minLength(1))),
});
export type ExportChoice = z.infer<typeof storedChoice>;

const ALL: ExportChoice = { format: 'xlsx', columns: null };

/** @param query whose `by`, if any, decides which columns there are */
export function useExportChoice(
  { path }: Pick<ExportRoute, 'path'>,
  { by }: Readonly<Record<string, unknown>>,
): [ExportChoice, (next: ExportChoice) => void] {
  const key = `export.${path.replace(/[{}]/g, '')}${typeof by === 'string' ? `:${by}` : ''}`;
  const kept = useSettings((state) => state.values[key]);
  const choice = useMemo(() => {
    const parsed = z.safeParse(storedChoice, kept);
    return parsed.success ? parsed.data : ALL;
  }, [kept]);
  return [choice, (next) => saveSetting(key, next)];
}

/** Parameters of the request for a choice. */
export const choiceQuery = ({ format, columns }: ExportChoice): Record<string, string> => ({
  ...(format !== 'xlsx' && { format }),
  ...(columns && { columns: columns.join(',') }),
});
