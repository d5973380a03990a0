// Every text is used: by its key, a matching template, or a prefix of its key.
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

test('every text is used', () => {
  const all = sources();
  const words = new Set([...all.matchAll(/['"`]([\w.]+)['"`]/g)].map((match) => match[1]!));
  // `work.type.${type}`: part of the key is known only at run time.
  const patterns = [...all.matchAll(/`(\w[\w.]*\.(?:[\w.]|\$\{[^}`]*\})*)`/g)].flatMap((match) =>
    match[1]!.includes('${') ? [match[1]!.replace(/\$\{[^}]*\}/g, '*')] : [],
  );
  const said = [...new Set(patterns)].map((pattern) => new RegExp(`^${pattern.split('*').map(literal).join('[\\w.-]+')}$`));
  const keys = new Set(Object.values(tables).flatMap(Object.keys));
  const isSaid = (key: string): boolean => {
    const parts = key.split('.');
    // A prefix of at least two words uses every key below it: `phraseOptions('wms.box.state', …)`.
    const stems = parts.slice(2).map((_, at) => parts.slice(0, at + 2).join('.'));
    return words.has(key) || stems.some((stem) => words.has(stem) && !keys.has(stem)) || said.some((each) => each.test(key));
  };
  expect([...keys].filter((key) => !isSaid(key))).toEqual([]);
});

const literal = (text: string): string => text.replace(/[.]/g, '\\.');
