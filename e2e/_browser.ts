// A separate browser process whose profile survives being killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { FLAGS } from './playwright.config.ts';

export class OwnBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kuwei-browser-'));
  #process: ChildProcess | null = null;

  async start(): Promise<BrowserContext> {
    const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';
    rmSync(join(this.#folder, 'DevToolsActivePort'), { force: true });
    const started = spawn(
      path,
      [...FLAGS, '--lang=zh-CN', `--user-data-dir=${this.#folder}`, '--remote-debugging-port=0', 'about:blank'],
      {
        stdio: 'ignore',
        // On some systems the executable is a script: kill its children, too.
        detached: true,
      },
    );
    this.#process = started;
    const port = await portIn(this.#folder);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    return browser.contexts()[0]!;
  }

  /** Like a power cut: no shutdown handlers run. */
  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = null;
    if (!killed) return;
    const gone = new Promise((done) => killed.once('exit', done));
    process.kill(-killed.pid!, 'SIGKILL');
    await gone;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The browser writes its debugging port to this file. */
async function portIn(folder: string): Promise<string> {
  let port = '';
  await expect(() => {
    port = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]!;
    expect(port).not.toBe('');
  }).toPass();
  return port;
}

/** Copies the stored session of a signed-in user into a window. */
export async function storeSession(page: Page, url: string, items: readonly { name: string; value: string }[]): Promise<void> {
  await page.goto(`${url}/first.js`);
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}
