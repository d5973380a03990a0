// npm run test:all: the gate, then the groups of tests outside it. A failed group does not stop later ones. --from <group> skips
// the groups before it.
import { ensureBrowser } from './browser.ts';
import { buildConsole } from './build.ts';
import { collectFailures, type Failure } from './failures.ts';
import { runGate } from './gate.ts';
import { externalServer } from './external-server.ts';
import { finish, printTable } from './report.ts';
import {
  benchSmoke,
  longBrowserTests,
  longUnitTests,
  measuringTests,
  propertyTests,
  runStep,
  serverTests,
  systemTests,
  type Result,
  type Step,
} from './steps.ts';

const external = await externalServer();
const groups: Record<string, () => Step> = {
  measuring: () => measuringTests,
  bench: () => benchSmoke,
  property: () => propertyTests,
  long: () => longUnitTests,
  system: () => systemTests,
  browser: () => ({ ...longBrowserTests, env: { CHROMIUM_PATH: ensureBrowser() } }),
  ...(external !== null && {
    external: () => ({
      name: 'API tests on TEST_DATABASE_URL',
      command: serverTests,
      env: { KUWEI_TEST_EXTERNAL: external },
    }),
  }),
};
const names = ['gate', ...Object.keys(groups)];

const [option, from = 'gate', ...rest] = process.argv.slice(2);
const isValid = (option === undefined || option === '--from') && names.includes(from) && rest.length === 0;
if (!isValid) {
  console.error(`npm run test:all does not take ${process.argv.slice(2).join(' ')}; --from takes one of ${names.join(', ')}`);
  process.exit(1);
}
const chosen = names.slice(names.indexOf(from));
const results: Result[] = [];
const failures: Failure[] = [];
if (chosen[0] === 'gate') {
  const gate = runGate();
  results.push(...gate.results);
  failures.push(...gate.failures);
}
if (buildConsole()) {
  const long = collectFailures(() =>
    Object.entries(groups)
      .filter(([name]) => chosen.includes(name))
      .map(([, step]) => runStep(step())),
  );
  results.push(...long.result);
  failures.push(...long.failures);
}
printTable(results);
finish(results.every(({ passed }) => passed) && results.length > 0, failures);
