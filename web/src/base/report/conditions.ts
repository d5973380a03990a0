// Conditions of a report as addresses have them, and as people read them.
import type { ReportValues, RunnableReport } from '@kuwei/contract/sys/report';
import { resolvePreset } from '@kuwei/contract/sys/report-param';
import { t } from '../../phrase/phrases.ts';
import { today } from '../../ui/format.ts';

type Param = RunnableReport['params'][number];

/** A condition in the address. */
export const inAddress = (name: string): string => `p.${name}`;

export const presetOf = ({ preset }: Param): string => (preset === null ? '' : resolvePreset(preset, today()));

/** Address of a report under conditions. @param base where the reports of the prefix are */
export function runAddress(base: string, id: string, values: ReportValues): string {
  const query = new URLSearchParams({ id });
  for (const [name, value] of Object.entries(values)) query.set(inAddress(name), value ?? '');
  return `${base}/run?${query.toString()}`;
}

/** Those that are no other than what the report begins with on every day: they move along with it. */
const isRelativeDate = (param: Param, value: string | null): boolean =>
  param.preset !== null && param.preset.includes('{') && (value ?? '') === presetOf(param);

/** What is kept of conditions that are to hold on other days as well. */
export const listStoredValues = (params: readonly Param[], values: ReportValues): ReportValues =>
  Object.fromEntries(
    params.flatMap((param) =>
      isRelativeDate(param, values[param.name] ?? null) ? [] : [[param.name, values[param.name] ?? null]],
    ),
  );

/** `开始日期 2026-01-01` */
export const describeValues = (
  params: readonly Param[],
  kept: ReportValues,
): { name: string; label: string; value: string; moves: boolean }[] =>
  params.map((param) => {
    const isKept = param.name in kept;
    const value = isKept ? (kept[param.name] ?? '') : presetOf(param);
    const called =
      param.options?.find((each) => each.value === value)?.label ??
      (param.type === 'YES_NO' && value !== '' ? t(value === 'true' ? 'result.yes' : 'result.no') : value);
    return {
      name: param.name,
      label: param.label,
      value: called === '' ? t('result.any') : called,
      moves: !isKept && (param.preset?.includes('{') ?? false),
    };
  });
