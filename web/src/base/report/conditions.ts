// Report parameters in addresses, and as text.
import type { ReportValues, RunnableReport } from '@kuwei/contract/sys/report';
import { resolvePreset } from '@kuwei/contract/sys/report-param';
import { t } from '../../phrase/phrases.ts';
import { today } from '../../ui/format.ts';

type Param = RunnableReport['params'][number];

/** Name of a parameter in the address. */
export const inAddress = (name: string): string => `p.${name}`;

export const presetOf = ({ preset }: Param): string => (preset === null ? '' : resolvePreset(preset, today()));

/** Address of a report with parameters. @param base address of the reports in this section */
export function runAddress(base: string, id: string, values: ReportValues): string {
  const query = new URLSearchParams({ id });
  for (const [name, value] of Object.entries(values)) query.set(inAddress(name), value ?? '');
  return `${base}/run?${query.toString()}`;
}

/** Whether a value equals the report's relative default, which moves with the date. */
const isRelativeDate = (param: Param, value: string | null): boolean =>
  param.preset !== null && param.preset.includes('{') && (value ?? '') === presetOf(param);

/** Parameter values to store for runs on other days: without relative dates. */
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
