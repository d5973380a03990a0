// The final output of npm test and npm run test:all.
import { describeFailure, keepLastFailures, type Failure } from './failures.ts';
import type { Result } from './steps.ts';

/** Prints one line per step: result, seconds, name. */
export function printTable(results: readonly Result[]): void {
  const lines = results.map(
    ({ name, passed, seconds }) => `${passed ? 'ok  ' : 'FAIL'} ${seconds.toFixed(1).padStart(7)} s  ${name}`,
  );
  console.log(['', ...lines, ''].join('\n'));
}

/** Prints the failures, keeps them for `npm test -- --failed`, and sets the exit code. */
export function finish(passed: boolean, failures: readonly Failure[]): void {
  const named = failures.filter(({ file }) => file !== '');
  keepLastFailures(named);
  if (failures.length > 0) console.log(['', 'Failed:', ...failures.map(describeFailure)].join('\n'));
  if (named.length > 0) console.log('\nnpm test -- --failed runs these files again.');
  process.exitCode = passed ? 0 : 1;
}
