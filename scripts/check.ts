// npm run check: types, lint, format, unit and API tests; with files or parts of their names, only those tests.
import { globSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';
import { buildConsole } from './build.ts';
import { playwright, runAll, textChecks, typeChecks, unitTests, vitest } from './steps.ts';

const wanted = process.argv.slice(2);
const option = wanted.find((file) => file.startsWith('-'));
if (option) {
  console.error(`npm run check takes test files, or parts of their names: ${option}`);
  process.exit(1);
}
const files = globSync('{contract,server,web,e2e,scripts,tools}/**/*.{test,e2e}.{ts,tsx}', { exclude: ['**/node_modules'] });
const unknown = wanted.find((part) => !files.some((file) => file.includes(part)));
if (unknown) {
  console.error(`npm run check: no test file has ${unknown} in its name`);
  process.exit(1);
}
const inBrowser = wanted.filter((file) => file.endsWith('.e2e.ts'));
const others = wanted.filter((file) => !inBrowser.includes(file));

let passed = true;
if (wanted.length === 0) passed = runAll([...typeChecks, ...textChecks, unitTests]);
if (others.length > 0) passed = runAll([{ name: 'tests', command: [...vitest, ...others] }]);
if (passed && inBrowser.length > 0) {
  const env = { CHROMIUM_PATH: ensureBrowser() };
  passed = buildConsole() && runAll([{ name: 'browser tests', command: [...playwright, ...inBrowser], env }]);
}
process.exit(passed ? 0 : 1);
