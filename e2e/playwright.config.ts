import { defineConfig } from '@playwright/test';
import { keepInMemory } from '../scripts/test-folder.ts';

keepInMemory();

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Short-lived pages: skip the optimizing compilers.
  '--js-flags=--no-maglev --no-turbofan',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './_prepared.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Upper bound for hangs. On a busy machine the longest tests take a minute.
  timeout: 150_000,
  expect: { timeout: 20_000, toPass: { timeout: 30_000 } },
  reporter: [['list'], ['../scripts/file-times.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1600, height: 900 },
    locale: 'zh-CN',
    // No animations: clicks must not depend on timing.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Shanghai',
    // TRACE=1 records every step, which slows tests down.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: FLAGS,
      // Without a UTF-8 locale, Chromium on Linux names files with Chinese names "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
});
