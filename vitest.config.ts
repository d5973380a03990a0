import { defineConfig } from 'vitest/config';
import { UnitTimes } from './scripts/file-times.ts';
import { keepInMemory } from './scripts/test-folder.ts';

keepInMemory();

/** Of what never comes. On a processor that others use, too, what comes in a tenth of a second may take ten, and the longest tests five minutes. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // One more than a small machine has processors: tests also wait for the database.
    maxWorkers: 3,
    tags: [
      {
        name: 'long',
        description: 'too slow for the gate: large data sets, many starts, full cross products',
      },
      { name: 'property', description: 'draws its inputs: from a fixed seed in the gate, from a random one in test:all' },
      { name: 'alone', description: 'measures processor time, memory or buffers; runs with nothing in parallel' },
    ],
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
        test: {
          name: 'contract',
          include: ['contract/test/**/*.test.ts'],
          setupFiles: ['scripts/property-seed.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/test/setup.ts'],
          setupFiles: ['scripts/property-seed.ts'],
          isolate: false,
          ...patience,
        },
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
