// What a setting may be set to: the same whether it comes from the console, the environment or the database.
import type { Rule, Refusal } from '@kuwei/contract/rule';
import { oneLine } from '@kuwei/contract/normalize-text';
import { atMost, length, required } from '@kuwei/contract/rule';
import type { AnySettingValue, Setting } from '@kuwei/contract/setting';

/** Within what its kind and its limits allow; what other settings and records have to say stands in site/config/gates.ts. */
export function refusalOf(setting: Setting, value: unknown): Refusal | undefined {
  switch (setting.kind) {
    case 'secret':
      return typeof value === 'string' ? (required()(value) ?? length(setting.min, setting.max)(value)) : TYPE;
    case 'number':
    case 'duration':
      if (value === '') return { key: 'rule.required' };
      return typeof value === 'number' ? numberRefusal(setting, value) : { key: 'rule.number' };
    case 'bool':
      return typeof value === 'boolean' ? undefined : TYPE;
    case 'enum':
      return setting.options.includes(value as string) ? undefined : { key: 'rule.choice', params: { values: setting.options } };
    case 'roles':
      return isTexts(value) ? (new Set(value).size < value.length ? { key: 'rule.repeated' } : undefined) : TYPE;
    default:
      return typeof value === 'string' ? textRefusal(setting, value) : TYPE;
  }
}

const TYPE: Refusal = { key: 'rule.type' };
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

function textRefusal(setting: Extract<Setting, { kind: 'string' | 'text' | 'address' }>, value: string): Refusal | undefined {
  const rules: Rule[] = [atMost(setting.max)];
  if (setting.kind === 'address') rules.push(address(setting.asked));
  else if (setting.kind === 'string' && setting.filled) rules.push(required());
  return rules.map((rule) => rule(value)).find((refusal) => refusal !== undefined);
}

/** A path of this site, of which no browser makes another site, or the address of a page. */
const address =
  (asked: 'address' | 'site' | 'nightlyAddress' = 'address'): Rule =>
  (value) => {
    const text = String(value);
    const isPage = /^https?:\/\//.test(text) && URL.canParse(text);
    return text === '' || isPage || /^\/(?![/\\])\S*$/.test(text) ? undefined : { key: `rule.${asked}` };
  };

function numberRefusal(setting: Extract<Setting, { kind: 'number' | 'duration' }>, value: number): Refusal | undefined {
  const decimals = setting.kind === 'number' ? (setting.decimals ?? 0) : 0;
  const { min, max } = setting;
  if (!(value >= min && value <= max)) return { key: 'rule.range', params: { min, max } };
  if (Number(value.toFixed(decimals)) === value) return undefined;
  return decimals === 0 ? { key: 'rule.whole' } : { key: 'rule.decimals', params: { decimals } };
}

/** As a form has it: a number may be a text, and what is empty nothing. */
export function normalizeSettingValue(setting: Setting, value: AnySettingValue): AnySettingValue {
  if ((setting.kind === 'number' || setting.kind === 'duration') && typeof value === 'string')
    return fromText(setting, value.trim()) ?? value;
  // It goes into titles, headers of mails and names of servers.
  if (setting.kind === 'string' && typeof value === 'string') return oneLine(value);
  if (value !== null) return value;
  return setting.kind === 'roles' ? [] : '';
}

/** As a variable of the environment has it. @returns undefined for what is none of its kind */
export function fromText(setting: Setting, text: string): AnySettingValue | undefined {
  switch (setting.kind) {
    case 'number':
    case 'duration':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'bool':
      return { '1': true, true: true, '0': false, false: false }[text.toLowerCase()];
    case 'enum':
      return setting.options.find((option) => option.toLowerCase() === text.toLowerCase());
    case 'roles':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '');
    default:
      return text;
  }
}
