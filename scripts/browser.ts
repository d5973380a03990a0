// Finds a Chromium for the browser tests, and installs one if missing.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

// The headless shell is preferred: same engine, a third less work on two cores.
const SHELL = '/usr/bin/chromium-headless-shell';

/** Full browser. */
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const QUIET: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };

const firstOf = (paths: readonly (string | undefined)[]): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...paths].find((path) => path && existsSync(path));

const findBrowser = (): string | undefined => firstOf([SHELL, ...WHOLE, chromium.executablePath()]);

function installFromDistribution(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing a browser for the tests …');
  const options = { ...QUIET, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], options);
    if (status === 0) return;
  }
}

/** @returns path of a working Chromium @throws Error if none can be installed */
export function ensureBrowser(): string {
  if (process.env['CHROMIUM_PATH'] === undefined && !existsSync(SHELL)) installFromDistribution();
  if (!findBrowser()) spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], QUIET);
  const installed = findBrowser();
  if (!installed) throw new Error('No browser: install Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}

/**
 * The full browser, for measurements: headless, a small page gains more than a large one. @returns its path, or the test
 * browser's if there is none; @throws as `ensureBrowser`
 */
export const findFullBrowser = (): string => firstOf(WHOLE) ?? ensureBrowser();
