// A first start for all of a run: it takes ten times the processor time of the starts that go on from a copy of its data folder.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseUrlOf, PREPARED, startProduct, type Product } from './_product.ts';

const SEAL_TIMEOUT_MS = 60_000;

/** Called once before the tests of a run, by Playwright and by Vitest. */
export default async function prepare(): Promise<() => void> {
  const product = await startProduct();
  await seal(product);
  await product.stop();
  process.env[PREPARED] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}

/**
 * The minute has the ledger of the demo world sealed. A copy that is started much later, as after a test that has failed, would for
 * its first minute hold entries that should have been sealed long since, and every backup and proof made in it would say so.
 */
async function seal(product: Product): Promise<void> {
  const database = new Client({ connectionString: databaseUrlOf(product) });
  await database.connect();
  const isUnderWay = `select from graphile_worker.jobs where task_identifier = 'seal'
    union all (select from wms_ledger where seq > coalesce((select max(last_seq) from wms_ledger_block), 0) limit 1)`;
  let isAsked = false;
  const isSealed = async (): Promise<boolean> => {
    if (!isAsked) await database.query("select graphile_worker.add_job('seal')");
    isAsked = true;
    return (await database.query(isUnderWay)).rowCount === 0;
  };
  try {
    // The queue of jobs is set up while the product answers already.
    let fault: unknown = null;
    for (const until = Date.now() + SEAL_TIMEOUT_MS; !(await isSealed().catch((error: unknown) => void (fault = error)));) {
      if (Date.now() > until) throw new Error(`The ledger was not sealed:\n${product.output()}`, { cause: fault });
      await sleep(50);
    }
  } finally {
    await database.end();
  }
}
