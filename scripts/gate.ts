// The gate: the checks that must pass before a change lands. npm test runs it, and npm run test:all runs it first.
import { ensureBrowser } from './browser.ts';
import { buildConsole } from './build.ts';
import { collectFailures, describeFailure, filesOf, type Failure } from './failures.ts';
import { processorSeconds } from './processor-time.ts';
import {
  browserFiles,
  browserTests,
  budgets,
  measured,
  processorOf,
  runEach,
  runStep,
  textChecks,
  typeChecks,
  unitFiles,
  unitTests,
  type Result,
  type Step,
} from './steps.ts';

/** A run with more failed tests than this is red without a second run of them. */
const UNSTEADY_MAX = 2;
/** Goals on two cores. The multiple of the type checks' processor time is independent of the machine. */
const GOAL = { minutes: 10, processorMinutes: 18, timesTypeChecks: 16 };

export interface GateResult {
  passed: boolean;
  results: Result[];
  failures: Failure[];
}

const withBrowser = (step: Step): Step => ({ ...step, env: { ...step.env, CHROMIUM_PATH: ensureBrowser() } });

/** Runs the gate and prints its cost. The caller prints the failures. */
export function runGate(): GateResult {
  const begun = Date.now();
  const before = processorSeconds();
  const types = runEach(typeChecks);
  const results = [...types, ...runEach(textChecks)];
  let failures: Failure[] = [];
  if (results.every(({ passed }) => passed) && build(results)) {
    const tests = collectFailures(() => runEach([unitTests, withBrowser(browserTests)]));
    failures = tests.failures;
    const isUnsteady = rerunFailed(tests.result, failures);
    results.push(...tests.result.map((result) => (isUnsteady ? { ...result, passed: true } : result)));
    if (isUnsteady) failures = [];
  }
  printCost((Date.now() - begun) / 1_000, since(before), processorOf(types));
  return { passed: results.every(({ passed }) => passed), results, failures };
}

function build(results: Result[]): boolean {
  const built = measured('build', buildConsole);
  results.push(built);
  if (built.passed) results.push(...runEach([budgets]));
  return results.every((result) => result.passed);
}

/**
 * Reruns the files of at most UNSTEADY_MAX failed tests, one at a time with nothing else running.
 * @returns true if all of them pass now; their first failures are then printed as unsteady
 */
function rerunFailed(results: readonly Result[], failures: readonly Failure[]): boolean {
  if (results.every(({ passed }) => passed)) return false;
  const hasCause = failures.length > 0 && failures.every(({ file }) => file !== '');
  if (!hasCause || failures.length > UNSTEADY_MAX) return false;
  const [unit, browser] = [filesOf(failures, 'vitest'), filesOf(failures, 'playwright')];
  // A runner that failed without a failed test crashed or could not start.
  const isNamed = [unit.length > 0, browser.length > 0];
  if (results.some(({ passed }, at) => !passed && !isNamed[at])) return false;
  if (unit.length > 0 && !runStep(unitFiles(unit)).passed) return false;
  if (browser.length > 0 && !runStep(withBrowser(browserFiles(browser))).passed) return false;
  console.log(`\nunsteady: failed at first, passed when rerun alone. Repair each, or move it out of the gate.`);
  for (const failure of failures) console.log(`unsteady: ${describeFailure(failure).trim()}`);
  return true;
}

/** Runs the files with the last run's failures, including their long tests. */
export function runFailed(last: readonly Failure[]): GateResult {
  const [unit, browser] = [filesOf(last, 'vitest'), filesOf(last, 'playwright')];
  const results: Result[] = [];
  const { failures } = collectFailures(() => {
    if (unit.length > 0) results.push(runStep(unitFiles(unit, [])));
    if (browser.length > 0 && build(results)) results.push(runStep(withBrowser(browserFiles(browser, []))));
  });
  return { passed: results.every(({ passed }) => passed), results, failures };
}

function since(before: number | null): number | null {
  const now = processorSeconds();
  return before === null || now === null ? null : now - before;
}

function printCost(wall: number, processor: number | null, types: number | null): void {
  const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;
  const parts = [`${minutes(wall)} (goal ${GOAL.minutes})`];
  if (processor !== null && types !== null) {
    parts.push(`${minutes(processor)} of processor time (goal ${GOAL.processorMinutes})`);
    parts.push(
      `${(processor / types).toFixed(1)} times the ${types.toFixed(0)} s of the type checks (goal ${GOAL.timesTypeChecks})`,
    );
  }
  console.log(`\ngate took ${parts.join(', ')}`);
}
