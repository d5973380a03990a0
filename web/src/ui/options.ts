// Options of a field.
import { hasWords } from '@kuwei/contract/normalize-text';
import { say, useLocale } from '../phrase/phrases.ts';
import { useDic } from '../session/version.ts';

export interface Option {
  value: string;
  label: string;
  /** Shown dimmed beside the label; searchable too. */
  hint?: string;
  disabled?: boolean;
  /** False for a disabled option: shown where it is already chosen, but not selectable. */
  valid?: boolean;
}

/** One of three: given options, undefined while loading; constants with the phrases `phrase.VALUE`; a dictionary. */
export type Source =
  | { options: readonly Option[] | undefined }
  | { values: readonly string[]; phrase: string }
  /** A value missing from the dictionary is shown unchanged. */
  | { dic: string };

export function useOptions(source: Source): readonly Option[] | undefined {
  const fromDic = useDic('dic' in source ? source.dic : '');
  useLocale();
  if ('options' in source) return source.options;
  if ('dic' in source) return fromDic;
  return source.values.map((value) => ({ value, label: say(`${source.phrase}.${value}`) }));
}

export const labelIn = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** The selectable options; disabled ones are included only if chosen. */
export const listSelectable = <O extends Pick<Option, 'value' | 'valid'>>(
  options: readonly O[],
  chosen: readonly string[],
): O[] => options.filter(({ value, valid }) => valid !== false || chosen.includes(value));

/** Whether an option's label, hint or value matches the typed text. */
export function matchesOption(typed: string, option: Partial<Option> | undefined): boolean {
  const { value = '', label = '', hint = '' } = option ?? {};
  return hasWords(`${value} ${label} ${hint}`, typed);
}
