// A browser of a test's own, which keeps what it has when it is killed.
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
        // The program is a script on some systems: what it starts goes with it.
        detached: true,
      },
    );
    this.#process = started;
    const port = await portIn(this.#folder);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    return browser.contexts()[0]!;
  }

  /** As when a battery is empty: nothing is put in order before. */
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

/** The browser writes down where it listens. */
async function portIn(folder: string): Promise<string> {
  let port = '';
  await expect(() => {
    port = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]!;
    expect(port).not.toBe('');
  }).toPass();
  return port;
}

/** Gives a window what a browser keeps of somebody who is signed in. */
export async function keep(page: Page, url: string, items: readonly { name: string; value: string }[]): Promise<void> {
  await page.goto(`${url}/first.js`);
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}
