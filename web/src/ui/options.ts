// What a field lets people choose from.
import { hasWords } from '@kuwei/contract/normalize-text';
import { say, useLocale } from '../phrase/phrases.ts';
import { useDic } from '../session/version.ts';

export interface Option {
  value: string;
  label: string;
  /** Said beside the label, more quietly; found by searching as well. */
  hint?: string;
  disabled?: boolean;
  /** False for one that is switched off: named where it is chosen, and not chosen again. */
  valid?: boolean;
}

/** One of the three: given ones, undefined while they are on their way; constants with the phrases `phrase.VALUE`; a dictionary. */
export type Source =
  | { options: readonly Option[] | undefined }
  | { values: readonly string[]; phrase: string }
  /** A value that is not in the dictionary (any more) is shown as it is. */
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

/** Options to choose from: those that are switched off are among them only where they are chosen. */
export const listSelectable = <O extends Pick<Option, 'value' | 'valid'>>(
  options: readonly O[],
  chosen: readonly string[],
): O[] => options.filter(({ value, valid }) => valid !== false || chosen.includes(value));

/** Whether an option is meant by what was typed: by its label, its hint or its value. */
export function matchesOption(typed: string, option: Partial<Option> | undefined): boolean {
  const { value = '', label = '', hint = '' } = option ?? {};
  return hasWords(`${value} ${label} ${hint}`, typed);
}
