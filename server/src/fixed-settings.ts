// Settings that the environment sets for good: whoever runs the machine has the last word, and the screen says so.
import { SETTING_CODES, settingOf, type AnySettingValue, type SettingCode } from '@kuwei/contract/setting';
import { StartProblem } from './problem.ts';
import { fromText, refusalOf } from './setting-value.ts';

export type FixedSettings = ReadonlyMap<SettingCode, AnySettingValue>;

/** The variable that sets a setting. */
export const variableOf = (code: SettingCode): string => settingOf(code).env ?? code;

/** @throws StartProblem when a value cannot be used */
export function readFixedSettings(env: NodeJS.ProcessEnv): FixedSettings {
  const fixed = new Map<SettingCode, AnySettingValue>();
  for (const code of SETTING_CODES) {
    const text = env[variableOf(code)];
    if (text === undefined || text === '') continue;
    const value = fromText(settingOf(code), text);
    if (value === undefined || refusalOf(settingOf(code), value)) throw new StartProblem(formatProblem(code, text));
    fixed.set(code, value);
  }
  return fixed;
}

function formatProblem(code: SettingCode, text: string): string {
  const setting = settingOf(code);
  const name = variableOf(code);
  switch (setting.kind) {
    case 'number':
    case 'duration': {
      const isWhole = setting.kind === 'duration' || !setting.decimals;
      return `${name} must be a ${isWhole ? 'whole ' : ''}number from ${setting.min} to ${setting.max}, not "${text}".`;
    }
    case 'bool':
      return `${name} must be 0 or 1, not "${text}".`;
    case 'enum':
      return `${name} must be one of ${setting.options.join(', ')}, not "${text}".`;
    case 'address':
      return `${name} must be a path that begins with / or an http(s) address, not "${text}".`;
    case 'secret':
      return `${name} must have at least ${setting.min} characters.`;
    case 'roles':
      return `${name} must name each role once, separated by commas, not "${text}".`;
    default:
      return `${name} must have at most ${setting.max} characters.`;
  }
}
