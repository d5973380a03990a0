// What each file of tests took, and which tests failed, printed at the end of a run: of a long log often only the end is kept.
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter as BrowserReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as UnitReporter, TestModule } from 'vitest/node';

/** The setting that names a file which keeps what failed, for whoever says it again after all other tests. */
export const FAILED = 'KUWEI_TEST_FAILED';
/** Characters of what was wrong. */
const WHY_MAX = 700;
const ROOT = resolve(import.meta.dirname, '..');

class Times {
  readonly #files = new Map<string, { ms: number; tests: number }>();
  readonly #failed: string[] = [];

  add(path: string, ms: number, tests: number): void {
    const file = relative(ROOT, path);
    const before = this.#files.get(file) ?? { ms: 0, tests: 0 };
    this.#files.set(file, { ms: before.ms + ms, tests: before.tests + tests });
  }

  /** @param why what was wrong: its first lines are printed, with what was expected and found */
  fail(path: string, title: string, why = ''): void {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    this.#failed.push(`${relative(ROOT, path)} › ${title}: ${lines.join(' | ').slice(0, WHY_MAX)}`);
  }

  /** Prints a line for each file, the slowest first: seconds, tests, path. Files run side by side, so the sum is more than the wait. */
  print(): void {
    if (this.#files.size > 1) this.#printFiles();
    if (this.#failed.length === 0) return;
    const said = ['Failed:', ...this.#failed.map((line) => `  ${line}`), ''].join('\n');
    console.log(said);
    const kept = process.env[FAILED];
    if (kept !== undefined) appendFileSync(kept, said);
  }

  #printFiles(): void {
    const lines = [...this.#files]
      .toSorted(([, a], [, b]) => b.ms - a.ms)
      .map(([file, { ms, tests }]) => `${(ms / 1_000).toFixed(1).padStart(8)} ${String(tests).padStart(5)}  ${file}`);
    const sum = [...this.#files.values()].reduce((total, { ms }) => total + ms, 0);
    console.log(['', ' seconds tests  file', ...lines, `${(sum / 1_000).toFixed(1).padStart(8)}        in all`, ''].join('\n'));
  }
}

export class UnitTimes implements UnitReporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = new Times();
    for (const module of modules) {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      times.add(module.moduleId, setupDuration + collectDuration + duration, [...module.children.allTests()].length);
      for (const error of module.errors()) times.fail(module.moduleId, 'the file', error.message);
      for (const test of module.children.allTests('failed'))
        times.fail(module.moduleId, test.fullName, test.result().errors?.[0]?.message);
    }
    times.print();
  }
}

export default class BrowserTimes implements BrowserReporter {
  readonly #times = new Times();

  onTestEnd(test: TestCase, result: TestResult): void {
    const { file } = test.location;
    this.#times.add(file, result.duration, 1);
    if (result.status !== test.expectedStatus) this.#times.fail(file, test.title, result.error?.message);
  }

  onEnd(): void {
    this.#times.print();
  }

  printsToStdio(): boolean {
    return false;
  }
}
