// How soon a password would be guessed. The list of common passwords lies in the program: nothing is asked of anyone.
import type { SettingValue } from '@kuwei/contract/setting';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/**
 * The score that is refused, with all below it. The least refuses what takes fewer guesses than a million, which an attacker
 * tries first.
 */
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
 * @param password at most 64 characters: the time this takes grows with the length
 * @param known what everyone knows of the person, such as the username
 */
export async function isGuessable(
  password: string,
  known: readonly string[],
  wanted: SettingValue<'SYS_PASSWORD_STRENGTH'>,
): Promise<boolean> {
  loaded ??= load();
  return (await loaded).check(password, [...known]).score <= TOO_WEAK[wanted];
}
