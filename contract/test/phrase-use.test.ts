// Every text is said somewhere: by its key, by a pattern that it fits, or by what its key begins with.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as tables from '../src/phrases/zh/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

function sources(): string {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT });
  return files
    .filter((file) => !/contract.src.phrases|\.test\./.test(file))
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');
}

test('there is no text that nobody says', () => {
  const all = sources();
  const words = new Set([...all.matchAll(/['"`]([\w.]+)['"`]/g)].map((match) => match[1]!));
  // `work.type.${type}`: a part of a key that is known only at run time.
  const patterns = [...all.matchAll(/`(\w[\w.]*\.(?:[\w.]|\$\{[^}`]*\})*)`/g)].flatMap((match) =>
    match[1]!.includes('${') ? [match[1]!.replace(/\$\{[^}]*\}/g, '*')] : [],
  );
  const said = [...new Set(patterns)].map((pattern) => new RegExp(`^${pattern.split('*').map(literal).join('[\\w.-]+')}$`));
  const keys = new Set(Object.values(tables).flatMap(Object.keys));
  const isSaid = (key: string): boolean => {
    const parts = key.split('.');
    // From two words on, what a key begins with stands for all that follow: `phraseOptions('wms.box.state', …)`.
    const stems = parts.slice(2).map((_, at) => parts.slice(0, at + 2).join('.'));
    return words.has(key) || stems.some((stem) => words.has(stem) && !keys.has(stem)) || said.some((each) => each.test(key));
  };
  expect([...keys].filter((key) => !isSaid(key))).toEqual([]);
});

const literal = (text: string): string => text.replace(/[.]/g, '\\.');
