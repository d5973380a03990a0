// npm run verify: proves that stock is the replay of the ledger and that nobody has changed it since it was sealed. Works
// beside a running server and without one; ends with 1 when something does not hold.
import { configOf } from '../server/src/config.ts';
import { attachDatabase } from '../server/src/db/open.ts';
import { makeLog } from '../server/src/log.ts';
import { prove } from '../server/src/wms/ledger/prove.ts';
import { findSealer } from '../server/src/wms/ledger/sealer.ts';
import { failed } from './failed.ts';

async function verify(): Promise<boolean> {
  const config = configOf(process.env);
  const { databaseUrl, dataDir } = config;
  const database = await attachDatabase({ url: databaseUrl, dataDir, poolSize: 2, log: makeLog('warn') });
  try {
    const proof = await prove(database.db, findSealer(config), (name, faults, milliseconds) => {
      console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${(milliseconds / 1_000).toFixed(2)} s)`);
      for (const { subject, detail } of faults) console.log(`       ${subject}: ${detail}`);
    });
    const { stockRows, ledgerRows, sealedRows, blocks } = proof;
    console.log(`${stockRows} stock rows, ${ledgerRows} ledger entries, ${sealedRows} of them sealed in ${blocks} blocks`);
    return proof.ok;
  } finally {
    await database.close();
  }
}

verify().then((ok) => process.exit(ok ? 0 : 1), failed);
