// Password strength, estimated by the same rules as on the server. The word lists are large, and load when the user starts typing.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { useEffect, useState } from 'react';
import { NEW_PASSWORD_LENGTH } from '@kuwei/contract/auth/password';

/** 0 and 1 are rejected. */
export type Strength = 0 | 1 | 2 | 3 | 4;

let loaded: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs });
}

/** Null while empty or unknown. @param known public facts about the user */
export function useStrength(password: string, known: readonly string[]): Strength | null {
  const [judged, setJudged] = useState<{ password: string; strength: Strength } | null>(null);
  const knownText = known.join('\n');
  useEffect(() => {
    let over = false;
    const judge = async (): Promise<void> => {
      if (password === '' || password.length > NEW_PASSWORD_LENGTH.max) return;
      loaded ??= load();
      try {
        const { score } = (await loaded).check(password, knownText.split('\n'));
        if (!over) setJudged({ password, strength: score });
      } catch {
        // If loading fails, only the server checks.
        loaded = undefined;
      }
    };
    void judge();
    return () => {
      over = true;
    };
  }, [password, knownText]);
  return judged !== null && judged.password === password ? judged.strength : null;
}
