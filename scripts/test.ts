// npm test: the gate. With --failed, only the files with the last run's failures.
import { readLastFailures } from './failures.ts';
import { runFailed, runGate } from './gate.ts';
import { finish, printTable } from './report.ts';

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--failed');
if (unknown !== undefined) {
  console.error(`npm test does not take ${unknown}; single files: npm run check -- <file>`);
  process.exit(1);
}
const last = args.includes('--failed') ? readLastFailures() : null;
if (last?.length === 0) console.log('The last run had no failed tests.');
else {
  const { passed, results, failures } = last === null ? runGate() : runFailed(last);
  printTable(results);
  finish(passed, failures);
}
