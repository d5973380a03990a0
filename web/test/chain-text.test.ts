import { expect, test } from 'vitest';
import { isParallel } from '../src/wms/review/chain/chain-text.ts';

test('steps of one level are marked as decided at the same time; a repeated step is not', () => {
  const levels = [
    { level: 1, step: 'first' },
    { level: 1, step: 'safety' },
    { level: 2, step: 'last' },
    { level: 2, step: 'last' },
  ];
  expect(levels.map((level) => isParallel(level, levels))).toEqual([true, true, false, false]);
});
