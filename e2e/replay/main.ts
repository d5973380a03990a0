// Replays real data against a running server through its public API.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '../_client.ts';
import { activate, importChemicals, importItems, type Imported } from './catalogue.ts';
import { readData, type ReplayData } from './data.ts';
import { prepareWarehouse } from './warehouse.ts';
import { collectThird, depositShipments, type Outcome, type Staff } from './shipments.ts';

export interface ReplayOptions {
  url: string;
  data: ReplayData;
  chemicals: number;
  /** Number of deposits. */
  shipments: number;
  say: (line: string) => void;
}

export interface Summary {
  chemicals: Imported;
  items: Imported;
  deposits: Outcome;
  collections: Outcome;
  proof: { ok: boolean; stockRows: number; ledgerRows: number; faults: unknown[] };
}

const lines = (title: string, reasons: Map<string, number>): string[] =>
  [...reasons].toSorted((a, b) => b[1] - a[1]).map(([reason, n]) => `    ${title} ${String(n).padStart(5)} × ${reason}`);

export async function replay({ url, data, chemicals, shipments, say }: ReplayOptions): Promise<Summary> {
  say(`Replaying ${data.source} against ${url}`);
  const keeper = await Client.signIn(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const staff: Staff = {
    supplier: await Client.signIn(url, 'supplier', 'ROLE_SUPPLIER'),
    reviewer: await Client.signIn(url, 'reviewer', 'ROLE_WAREHOUSE_ADMIN'),
    second: await Client.signIn(url, 'reviewer2', 'ROLE_WAREHOUSE_ADMIN'),
    keeper,
  };
  const ground = await prepareWarehouse(keeper);

  const first = await importChemicals(keeper, data.chemicals.slice(0, chemicals));
  say(
    `Chemicals: ${first.rows} rows, ${first.created} created, ${first.updated} updated, ${first.unchanged} unchanged, ${first.refused} refused`,
  );
  for (const line of lines('refused', first.reasons)) say(line);
  const activated = await activate(keeper, 'CAS-');
  say(`  ${activated.active} activated; drafts that stay:`);
  for (const line of lines('draft', activated.refused)) say(line);

  const items = await importItems(keeper, data.shipments);
  say(`Items of the shipments: ${items.rows} rows, ${items.created} created, ${items.updated} updated, ${items.refused} refused`);
  await activate(keeper, 'SCMS-');
  const deposits = await depositShipments(staff, ground, data.shipments, shipments, (done) =>
    say(`  ${done} of ${shipments} deposits`),
  );
  say(
    `Deposits: ${deposits.rows} rows in, ${deposits.posted} posted now, ${deposits.known} posted before, ${total(deposits.reasons)} refused`,
  );
  for (const line of lines('refused', deposits.reasons)) say(line);
  const collections = await collectThird(staff, ground, data.shipments, shipments, (done) => say(`  ${done} collections`));
  say(
    `Collections: ${collections.rows} wanted, ${collections.posted} posted now, ${collections.known} posted before, ${total(collections.reasons)} refused`,
  );
  for (const line of lines('refused', collections.reasons)) say(line);

  const proof = await keeper.post<Summary['proof']>('/wms/ledger/prove', null);
  const { ok, stockRows, ledgerRows, faults } = proof.body;
  say(
    `Ledger: ${ledgerRows} entries, ${stockRows} stock rows; stock ${ok ? 'is' : 'IS NOT'} the replay of the ledger (${faults.length} faults)`,
  );
  return { chemicals: first, items, deposits, collections, proof: proof.body };
}

const total = (reasons: ReadonlyMap<string, number>): number => [...reasons.values()].reduce((sum, n) => sum + n, 0);

/** `npm run replay -- [--url …] [--data …] [--chemicals n] [--shipments n]` @returns exit code */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      data: { type: 'string', default: '../shared/data' },
      chemicals: { type: 'string', default: '100000' },
      shipments: { type: 'string', default: '2000' },
    },
  });
  const { url } = values;
  const up = await fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
  if (!up) {
    console.error(`No server answers at ${url}. Start one with "npm start", or name another with --url.`);
    return 1;
  }
  const data = readData(resolve(values.data));
  const begun = Date.now();
  const summary = await replay({
    url,
    data,
    chemicals: Number(values.chemicals),
    shipments: Number(values.shipments),
    say: (line) => console.log(line),
  });
  console.log(`Took ${((Date.now() - begun) / 1_000).toFixed(0)} s`);
  return summary.proof.ok ? 0 : 1;
}
