// npm test: every check, on the bundled database, in a real browser, and on the server at TEST_DATABASE_URL where one answers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ensureBrowser } from './browser.ts';
import { buildConsole } from './build.ts';
import { FAILED } from './file-times.ts';
import { budgets, looks, playwright, runAll, runEach, turnTests, unitTests, vitestServer, type Step } from './steps.ts';

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const external = process.env['TEST_DATABASE_URL'];
const again: Step[] = [];
if (external !== undefined && (await answers(external))) {
  again.push({ name: 'API tests on TEST_DATABASE_URL', command: vitestServer, env: { KUWEI_TEST_EXTERNAL: external } });
} else if (external !== undefined) {
  console.log('No database answers at TEST_DATABASE_URL: the tests run on the bundled one only.');
}

let passed = runAll(looks);
if (passed) {
  const browserTests = { name: 'browser tests', command: playwright, env: { CHROMIUM_PATH: ensureBrowser() } };
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-failed-'));
  process.env[FAILED] = join(folder, 'failed.txt');
  passed = buildConsole() && runAll([budgets]) && runEach([turnTests, unitTests, browserTests, ...again]);
  if (existsSync(process.env[FAILED])) console.log(`\n${readFileSync(process.env[FAILED], 'utf8')}`);
  rmSync(folder, { recursive: true });
}
process.exitCode = passed ? 0 : 1;
