// Password strength. The list of common passwords is built in; no external service is called.
import type { SettingValue } from '@kuwei/contract/setting';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The highest score that is refused. The lowest setting refuses anything that takes fewer than a million guesses. */
const TOO_WEAK = { FAIR: 1, GOOD: 2, STRONG: 3 } as const;

let loaded: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs });
}

/**
 * @param password at most 64 characters, as the run time grows with the length
 * @param known public facts about the person, such as the username
 */
export async function isGuessable(
  password: string,
  known: readonly string[],
  wanted: SettingValue<'SYS_PASSWORD_STRENGTH'>,
): Promise<boolean> {
  loaded ??= load();
  return (await loaded).check(password, [...known]).score <= TOO_WEAK[wanted];
}
