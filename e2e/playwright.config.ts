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
  // What runs for seconds is not worth compiling twice.
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
  // Of what never comes. On a processor that others use, too, the longest tests take a minute.
  timeout: 150_000,
  expect: { timeout: 20_000, toPass: { timeout: 30_000 } },
  reporter: [['list'], ['../scripts/file-times.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1600, height: 900 },
    locale: 'zh-CN',
    // Nothing moves: a click meant for what is still on its way in would be one more thing that time decides.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Shanghai',
    // TRACE=1 records every step, and takes its time for it.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: FLAGS,
      // Without a language of UTF-8, Chromium on Linux cannot name a file in Chinese and calls it "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
});
