import { expect, test } from 'vitest';
import { collectFailures, describeFailure, filesOf, recordFailures, type Failure } from './failures.ts';

const red = (file: string, runner: Failure['runner'] = 'vitest'): Failure => ({
  runner,
  file,
  line: 7,
  title: 'adds up',
  why: 'expected 1',
});

test('failures recorded during a command are collected by it, and not by an enclosing one', () => {
  const around = collectFailures(() =>
    collectFailures(() => {
      recordFailures([red('a.test.ts')]);
      recordFailures([red('b.e2e.ts', 'playwright'), red('a.test.ts')]);
      return 3;
    }),
  );
  expect(around.failures).toEqual([]);
  const { result, failures } = around.result;
  expect(result).toBe(3);
  expect(failures.map(({ file }) => file)).toEqual(['a.test.ts', 'b.e2e.ts', 'a.test.ts']);
  expect(filesOf(failures, 'vitest')).toEqual(['a.test.ts']);
});

test('a failure has its location, first error line and the command that reruns its file', () => {
  expect(describeFailure(red('server/a.test.ts'))).toBe(
    '  server/a.test.ts:7 › adds up\n    expected 1\n    npm run check -- server/a.test.ts',
  );
  expect(describeFailure({ ...red(''), line: null, title: 'outside of any test' })).not.toContain('npm run');
});
