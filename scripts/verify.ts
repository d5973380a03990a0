// npm run verify: proves that stock is the replay of the ledger, that the ledger is unchanged since it was sealed, and that every
// stored file is unmodified. Works with or without a running server; exits with 1 on a fault.
import { configOf } from '../server/src/config.ts';
import { attachDatabase } from '../server/src/db/open.ts';
import { makeLog } from '../server/src/log.ts';
import { FileStore } from '../server/src/services/file/store.ts';
import { verifyFiles } from '../server/src/site/fs/verify.ts';
import { prove } from '../server/src/wms/ledger/prove.ts';
import { findSealer } from '../server/src/services/sealer.ts';
import { exitWithError } from './failed.ts';

async function verify(): Promise<boolean> {
  const config = configOf(process.env);
  const { databaseUrl, dataDir } = config;
  const database = await attachDatabase({ url: databaseUrl, dataDir, poolSize: 2, log: makeLog('warn') });
  try {
    const begun = performance.now();
    const report = (name: string, faults: readonly { subject: string; detail: string }[]): void => {
      console.log(
        `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name} (after ${((performance.now() - begun) / 1_000).toFixed(2)} s)`,
      );
      for (const { subject, detail } of faults) console.log(`       ${subject}: ${detail}`);
    };
    const proof = await prove(database.db, findSealer(config), { report });
    const { files, unhashed, faults } = await verifyFiles({ db: database.db, files: new FileStore(dataDir) });
    report('every stored file is there as it was stored', faults);
    console.log(`${files} files${unhashed > 0 ? `, ${unhashed} of an earlier version without a hash yet` : ''}`);
    const { stockRows, ledgerRows, sealedRows, blocks } = proof;
    console.log(`${stockRows} stock rows, ${ledgerRows} ledger entries, ${sealedRows} of them sealed in ${blocks} blocks`);
    return proof.ok && faults.length === 0;
  } finally {
    await database.close();
  }
}

verify().then((ok) => process.exit(ok ? 0 : 1), exitWithError);
