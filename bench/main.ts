// Fills a warehouse, measures our server and the baselines in turn, and compares the results with the goals.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { startProduct, type Product } from '../e2e/_product.ts';
import { buildConsole } from '../scripts/build.ts';
import { attachDatabase, type Database } from '../server/src/db/open.ts';
import { OWNER, runSingleUser } from '../server/src/db/bundled-owner.ts';
import { findRunner } from '../server/src/db/bundled-program.ts';
import { findBundled } from '../server/src/db/bundled.ts';
import { makeLog } from '../server/src/log.ts';
import { prove } from '../server/src/wms/ledger/prove.ts';
import { sealLedger } from '../server/src/wms/ledger/seal.ts';
import { findSealer, openSealer } from '../server/src/services/sealer.ts';
import { foldLedger } from '../server/src/wms/statistics/fold.ts';
import { checkBudgets, checkFirstRow } from './browser.ts';
import { makeCases } from './cases.ts';
import { checkDependencies, checkStart } from './footprint.ts';
import { fillWarehouse, type Size } from './goods.ts';
import { assertPlausible, measure } from './measure.ts';
import { publish, type Check } from './report.ts';
import { checkSockets } from './sockets.ts';
import { checkTabs } from './tabs.ts';

const FULL = { stock: 100_000, ledger: 1_000_000, seconds: 2, rounds: 5, turns: 5, measureMs: 210_000, sockets: 5_000 };
const QUICK = { stock: 10_000, ledger: 100_000, seconds: 1, rounds: 2, turns: 2, measureMs: 45_000, sockets: 500 };
/** A one-minute run that only checks that every case works and replies match; part of `npm run test:all`. */
const SMOKE = { stock: 10_000, ledger: 100_000, seconds: 0.5, rounds: 1, turns: 1, measureMs: 0, sockets: 0 };
/** Overall time limit. */
const LIMIT_MS = 10 * 60_000;

/**
 * @returns whether every goal was met; with `--quick` and `--smoke`, whether everything could be measured
 * @throws Error if replies differ from the bare server's, or a figure is implausible
 */
export async function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      rows: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { only, smoke } = values;
  const plan = smoke ? SMOKE : values.quick ? QUICK : FULL;
  const isWhole = only === undefined && !smoke;
  const size: Size = { stock: plan.stock, ledger: values.rows === undefined ? plan.ledger : rowsOf(values.rows, plan.stock) };
  const begun = Date.now();
  const say = (text: string): void => console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  setTimeout(() => {
    console.error('The benchmark takes too long: this machine is too slow or too busy for it.');
    process.exit(1);
  }, LIMIT_MS).unref();

  if (isWhole && !buildConsole()) throw new Error('The console could not be built.');
  const product = await startProduct();
  try {
    await grantTriggerBypass(product);
    const databaseUrl = (await findBundled(product.dataDir))!('kuwei');
    const connection = new Client({ connectionString: databaseUrl });
    connection.on('error', () => {}); // After an error the database may end first.
    await connection.connect();
    say(`filling the warehouse with ${size.ledger.toLocaleString('en')} ledger entries`);
    const goods = await fillWarehouse(connection, size, true);
    await sealAll(databaseUrl, product.dataDir);
    say('folding it for statistics');
    await foldAll(databaseUrl);
    say('folded');

    const { cases: all, stop } = await makeCases({
      url: product.url,
      pid: product.process.pid!,
      postmaster: Number(readFileSync(join(product.dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]),
      databaseUrl,
      connection,
      goods,
      seconds: plan.seconds,
    });
    const cases = all.filter(({ name }) => name.toLowerCase().includes((only ?? '').toLowerCase()));
    if (cases.length === 0) throw new Error(`No case is called ${only}: ${all.map(({ name }) => name).join('; ')}.`);
    const outcomes = await measure(cases, { rounds: plan.rounds, until: Date.now() + plan.measureMs, report: say });
    await stop();
    assertPlausible(outcomes);

    const checks: Check[] = [];
    if (isWhole) {
      say('looking at the browser, the start and the packages');
      checks.push(
        ...checkBudgets(),
        ...(await checkFirstRow(product.url, plan.turns)),
        ...(await checkTabs(product.url)),
        ...(await checkStart(databaseUrl, plan.turns)),
        ...(await checkSockets(databaseUrl, connection, plan.sockets)),
        checkDependencies(),
      );
    }
    say('proving that stock and ledger still add up');
    const ledger = await checkLedger(databaseUrl, product.dataDir);
    checks.push(ledger);
    await connection.end();
    say('done');
    const counts = !values.quick && !smoke;
    const met = publish({ size, outcomes, checks, counts }, !smoke);
    return ledger.met === true && (met || !counts);
  } finally {
    await product.dispose();
  }
}

/** `10m`, `500k` or a number; rounded to a multiple of the stock rows, so that each has the same number of movements. */
function rowsOf(text: string, stock: number): number {
  const match = /^(\d+)([km]?)$/.exec(text.toLowerCase());
  const rows = match ? Number(match[1]) * ({ k: 1_000, m: 1_000_000 }[match[2]!] ?? 1) : 0;
  if (rows < stock) throw new Error(`--rows takes a number such as 10m, not below ${stock}.`);
  return Math.floor(rows / stock) * stock;
}

/** Seals now what the scheduler would seal during the measurement. */
async function sealAll(databaseUrl: string, dataDir: string): Promise<void> {
  const database = await attachDatabase({ url: databaseUrl, dataDir: '', poolSize: 2, log: makeLog('warn') });
  await sealLedger(database.db, openSealer({ dataDir, ledgerKey: undefined }));
  await database.close();
}

/** The same for folding. */
async function foldAll(databaseUrl: string): Promise<void> {
  const database = await attachDatabase({ url: databaseUrl, dataDir: '', poolSize: 2, log: makeLog('warn') });
  // The server's scheduler may be folding as well.
  while (!(await isFolded(database))) {
    await foldLedger(database);
    await sleep(200);
  }
  await sql`vacuum analyze wms_stat_day, wms_stat_month, wms_stat_product, wms_stat_holding`.execute(database.db);
  await database.close();
}

async function isFolded({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ folded: boolean }>`
    select coalesce((select until >= (now() - interval '1 hour')::date from wms_stat_folded), false) as folded`.execute(db);
  return rows[0]!.folded;
}

async function checkLedger(databaseUrl: string, dataDir: string): Promise<Check> {
  const database = await attachDatabase({ url: databaseUrl, dataDir: '', poolSize: 2, log: makeLog('warn') });
  const { ledgerRows, faults: found } = await prove(database.db, findSealer({ dataDir, ledgerKey: undefined }));
  await database.close();
  // Rows generated for size have no proper documents, so checks of documents are excluded.
  const faults = found.filter(({ check }) => !['ENTRIES', 'DOCUMENTS', 'DECIDED', 'LINES'].includes(check));
  const ok = faults.length === 0;
  for (const { check, subject, detail } of faults) console.log(`${check}: ${subject} ${detail}`);
  return {
    name: 'Stock and ledger after all of it',
    value: `${ledgerRows.toLocaleString('en')} entries proved`,
    goal: 'no fault',
    met: ok,
  };
}

/** The server's own role can neither disable triggers nor run a checkpoint. */
async function grantTriggerBypass(product: Product): Promise<void> {
  await product.stop();
  runSingleUser(findRunner(product.dataDir), join(product.dataDir, 'pg'), 'postgres', [
    `grant set on parameter session_replication_role to ${OWNER}`,
    `grant pg_checkpoint to ${OWNER}`,
  ]);
  await product.start();
}
