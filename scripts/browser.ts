// Finds a Chromium for the browser tests, and installs one where there is none.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

// The shell without a window first: the same engine, a third less work for two cores.
const SHELL = '/usr/bin/chromium-headless-shell';

/** With a window, as people have them. */
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

/** @returns path of a Chromium that runs here; @throws Error when none can be had */
export function ensureBrowser(): string {
  if (process.env['CHROMIUM_PATH'] === undefined && !existsSync(SHELL)) installFromDistribution();
  if (!findBrowser()) spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], QUIET);
  const installed = findBrowser();
  if (!installed) throw new Error('No browser: install Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}

/**
 * The browser that people look through, for measuring what they wait for: without a window a small page gains more than a
 * large one. @returns its path, or that of the one for the tests where there is no other; @throws as that one
 */
export const findFullBrowser = (): string => firstOf(WHOLE) ?? ensureBrowser();
