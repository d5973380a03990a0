import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: process.env['CI'] ? ['default'] : ['dot'],
    projects: [
      {
        test: {
          name: 'system',
          include: ['e2e/system/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: { name: 'contract', include: ['contract/test/**/*.test.ts'], isolate: false },
      },
      {
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/test/setup.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: { name: 'web', include: ['web/{src,test}/**/*.test.{ts,tsx}'], environment: 'jsdom', isolate: false },
      },
    ],
  },
});
