// npm test: the gate. With --failed, the files that were red last.
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
if (last?.length === 0) console.log('The last run left nothing red.');
else {
  const { passed, results, failures } = last === null ? runGate() : runFailed(last);
  printTable(results);
  finish(passed, failures);
}
