import { defineConfig } from 'vitest/config';
import { UnitTimes } from './scripts/file-times.ts';
import { keepInMemory } from './scripts/test-folder.ts';

keepInMemory();

/** What these count is the processor time of one thread, which whoever works beside it adds to. */
const ALONE = ['server/src/http/body-cost.test.ts', 'server/src/sys/import/turns.test.ts'];

/** Of what never comes. On a processor that others use, too, what comes in a tenth of a second may take ten, and the longest tests five minutes. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // As many as a small machine has processors: more are in each other's way.
    maxWorkers: 2,
    reporters: [process.env['CI'] ? 'default' : 'dot', new UnitTimes()],
    projects: [
      {
        test: {
          name: 'system',
          include: ['e2e/system/**/*.test.ts'],
          globalSetup: ['e2e/_prepared.ts'],
          ...patience,
          testTimeout: 600_000,
        },
      },
      {
        test: { ...patience, name: 'contract', include: ['contract/test/**/*.test.ts'], isolate: false },
      },
      {
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: ['server/test/setup.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        test: { name: 'alone', include: ALONE, globalSetup: ['server/test/setup.ts'], fileParallelism: false, ...patience },
      },
      {
        // What is tested here keeps its state in modules, as the browser does for one window: each file starts fresh.
        test: {
          name: 'web',
          include: ['web/{src,test}/**/*.test.{ts,tsx}'],
          ...patience,
          environment: 'jsdom',
          setupFiles: ['web/test/_setup.ts'],
        },
        // Outside the bundler the UI kit is read in its CommonJS form.
        resolve: {
          alias: [
            { find: /^antd\/es\//, replacement: 'antd/lib/' },
            { find: /^@ant-design\/icons\/es\//, replacement: '@ant-design/icons/lib/' },
          ],
        },
      },
    ],
  },
});
