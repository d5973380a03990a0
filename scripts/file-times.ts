// Reporters for both test runners: time per file, slowest first, and failed tests. Printed last, because often only the end of a
// long log is kept.
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter as PlaywrightReporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { Reporter as VitestReporter, TestModule } from 'vitest/node';
import { describeFailure, recordFailures, type Failure, type Runner } from './failures.ts';

/** Characters of an error. */
const WHY_MAX = 700;
const ROOT = resolve(import.meta.dirname, '..');

class Times {
  readonly #runner: Runner;
  readonly #files = new Map<string, { ms: number; tests: number }>();
  readonly #failures: Failure[] = [];

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  add(path: string, ms: number, tests: number): void {
    const file = relative(ROOT, path);
    const before = this.#files.get(file) ?? { ms: 0, tests: 0 };
    this.#files.set(file, { ms: before.ms + ms, tests: before.tests + tests });
  }

  /**
   * @param path of the test file; empty if none is involved
   * @param why the error; its first lines are kept
   */
  fail(path: string, line: number | undefined, title: string, why = ''): void {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    this.#failures.push({
      runner: this.#runner,
      file: path === '' ? '' : relative(ROOT, path),
      line: line ?? null,
      title,
      why: lines.join(' | ').slice(0, WHY_MAX),
    });
  }

  print(): void {
    if (this.#files.size > 1) this.#printFiles();
    if (this.#failures.length === 0) return;
    console.log(['Failed:', ...this.#failures.map(describeFailure), ''].join('\n'));
    recordFailures(this.#failures);
  }

  /** Seconds, tests and path of each file. Files run in parallel, so the sum exceeds the wall time. */
  #printFiles(): void {
    const lines = [...this.#files]
      .toSorted(([, a], [, b]) => b.ms - a.ms)
      .map(([file, { ms, tests }]) => `${(ms / 1_000).toFixed(1).padStart(8)} ${String(tests).padStart(5)}  ${file}`);
    const sum = [...this.#files.values()].reduce((total, { ms }) => total + ms, 0);
    console.log(['', ' seconds tests  file', ...lines, `${(sum / 1_000).toFixed(1).padStart(8)}        in all`, ''].join('\n'));
  }
}

export class UnitTimes implements VitestReporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const times = new Times('vitest');
    for (const module of modules) {
      const path = module.moduleId;
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      const ran = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped').length;
      if (ran > 0) times.add(path, setupDuration + collectDuration + duration, ran);
      for (const error of module.errors()) times.fail(path, undefined, 'the file', error.message);
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) times.fail(path, undefined, suite.fullName, error.message);
      for (const test of module.children.allTests('failed')) {
        const error = test.result().errors?.[0];
        // The innermost frame in the test file itself; deeper ones are helpers.
        times.fail(path, error?.stacks?.findLast(({ file }) => file === path)?.line, test.fullName, error?.message);
      }
    }
    for (const { message } of unhandled) times.fail('', undefined, 'outside of any test', message);
    times.print();
  }
}

export default class BrowserTimes implements PlaywrightReporter {
  readonly #times = new Times('playwright');

  onTestEnd(test: TestCase, { duration, status, error }: TestResult): void {
    const { file, line } = test.location;
    this.#times.add(file, duration, 1);
    if (status === test.expectedStatus) return;
    this.#times.fail(file, error?.location?.file === file ? error.location.line : line, test.title, error?.message);
  }

  onError({ message, value }: TestError): void {
    this.#times.fail('', undefined, 'outside of any test', message ?? value);
  }

  onEnd(): void {
    this.#times.print();
  }

  printsToStdio(): boolean {
    return false;
  }
}
