// What each file of tests took, printed at the end of a run: where to look when the suite grows slow.
import { relative, resolve } from 'node:path';
import type { Reporter as BrowserReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as UnitReporter, TestModule } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '..');

class Times {
  readonly #files = new Map<string, { ms: number; tests: number }>();

  add(path: string, ms: number, tests: number): void {
    const file = relative(ROOT, path);
    const before = this.#files.get(file) ?? { ms: 0, tests: 0 };
    this.#files.set(file, { ms: before.ms + ms, tests: before.tests + tests });
  }

  /** Prints a line for each file, the slowest first: seconds, tests, path. Files run side by side, so the sum is more than the wait. */
  print(): void {
    if (this.#files.size < 2) return;
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
    }
    times.print();
  }
}

export default class BrowserTimes implements BrowserReporter {
  readonly #times = new Times();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#times.add(test.location.file, result.duration, 1);
  }

  onEnd(): void {
    this.#times.print();
  }

  printsToStdio(): boolean {
    return false;
  }
}
