// Finds a Chromium for the browser tests, and installs one where there is none.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function findBrowser(): string | undefined {
  const own = process.env['CHROMIUM_PATH'];
  const downloaded = chromium.executablePath();
  return [own, ...KNOWN, downloaded].find((path) => path && existsSync(path));
}

/** @returns path of a Chromium that runs here; @throws Error when none can be had */
export function ensureBrowser(): string {
  const there = findBrowser();
  if (there) return there;
  console.log('Installing a browser for the tests …');
  const quiet: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { ...quiet, env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { ...quiet, env });
  }
  if (!findBrowser()) spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], quiet);
  const installed = findBrowser();
  if (!installed) throw new Error('No browser: install Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}
