// The final output of npm test and npm run test:all.
import { describeFailure, keepLastFailures, type Failure } from './failures.ts';
import type { Result } from './steps.ts';

const column = (seconds: number | null): string => (seconds?.toFixed(1) ?? '-').padStart(8);

/** Prints one line per step: result, seconds of wall and of processor time, name. */
export function printTable(results: readonly Result[]): void {
  const lines = results.map(({ name, passed, seconds, processor }) =>
    [passed ? 'ok  ' : 'FAIL', column(seconds), column(processor), ` ${name}`].join(' '),
  );
  console.log(['', '       wall s  proc. s', ...lines, ''].join('\n'));
}

/** Prints the failures, keeps them for `npm test -- --failed`, and sets the exit code. */
export function finish(passed: boolean, failures: readonly Failure[]): void {
  const named = failures.filter(({ file }) => file !== '');
  keepLastFailures(named);
  if (failures.length > 0) console.log(['', 'Failed:', ...failures.map(describeFailure)].join('\n'));
  if (named.length > 0) console.log('\nnpm test -- --failed runs these files again.');
  process.exitCode = passed ? 0 : 1;
}
