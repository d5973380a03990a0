// Lines of work, each for itself.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedTurns } from './limiter.ts';

test('[F-3A1] of what one sender begins at once, one begins in each turn of the event loop, and others do not wait', async () => {
  const turn = createKeyedTurns();
  const begun: string[] = [];
  const begin = (key: string, name: string): void => void turn(key).then(() => begun.push(name));
  for (const name of ['a1', 'a2', 'a3']) begin('a', name);
  begin('b', 'b1');
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'b1']);
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});
