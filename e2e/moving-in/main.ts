// Imports a whole university through the public API of a running product, twice, with faulty rows among valid ones.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isUp } from '../_product.ts';
import { activate } from '../replay/catalogue.ts';
import { startBackgroundWork, type WaitTimes } from './background.ts';
import { bodyOf, makeCategory, signInImportClients, type ImportClients } from './clients.ts';
import { findMissedFaults, send, writeWorkbook, type ImportReply, type WrittenWorkbook } from './send.ts';
import { prerequisiteWorkbooks, openingStock, UNIVERSITY_SIZE, type Size } from './university.ts';

export interface MoveOptions {
  url: string;
  username: string;
  password: string;
  size: Size;
  say: (line: string) => void;
}

/** Result of an import, its duration, and another user's latency meanwhile. */
export interface Step extends Pick<ImportReply, 'created' | 'updated' | 'unchanged' | 'refused'> {
  name: string;
  rows: number;
  ms: number;
  beside: WaitTimes;
  /** Faulty rows not rejected at their cell, and valid rows rejected. */
  unlike: string[];
}

export interface MoveResult {
  first: Step[];
  second: Step[];
  proof: { ok: boolean; stockRows: number; ledgerRows: number; faults: unknown[] };
  /** The administrator's: as given, or the replacement of a one-time password. */
  password: string;
}

export async function moveIn({ url, username, password, size, say }: MoveOptions): Promise<MoveResult> {
  const office = await signInImportClients(url, username, password);
  // Printed at once, in case the run is aborted.
  if (office.password !== password) say(`The password of ${username} is now ${office.password}`);
  const keeper = office.ROLE_WAREHOUSE_ADMIN;
  await makeCategory(office);
  const files = await Promise.all(prerequisiteWorkbooks(size).map((workbook) => writeWorkbook(workbook)));
  const stock = await writeWorkbook(openingStock(size));

  const first: Step[] = [];
  const take = async (file: WrittenWorkbook): Promise<Step> => {
    const step = await imported(url, office, file);
    say(lineOf(step));
    for (const unlike of step.unlike.slice(0, 10)) say(`    ${unlike}`);
    return step;
  };
  for (const file of files) first.push(await take(file));
  const { active, refused } = await activate(keeper, 'M-');
  say(`${active} products put to use, ${[...refused.values()].reduce((sum, n) => sum + n, 0)} refused`);
  first.push(await take(stock));

  say('The same files again:');
  const second: Step[] = [];
  for (const file of [...files, stock]) second.push(await take(file));

  const proof = await bodyOf(keeper.post<MoveResult['proof']>('/wms/ledger/prove', null));
  say(
    `Ledger: ${proof.ledgerRows} entries, ${proof.stockRows} stock rows; stock ${proof.ok ? 'is' : 'IS NOT'} the replay of the ledger (${proof.faults.length} faults)`,
  );
  return { first, second, proof, password: office.password };
}

async function imported(url: string, office: ImportClients, workbook: WrittenWorkbook): Promise<Step> {
  const { name, pageRole, rows } = workbook;
  const client = office[pageRole];
  const stop = await startBackgroundWork({ url, headers: office.stranger.headers });
  const begun = performance.now();
  const reply = await send(client, workbook);
  const ms = performance.now() - begun;
  const beside = await stop();
  if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
  const { created, updated, unchanged, refused } = reply.body;
  const unlike = await findMissedFaults(url, office, workbook, reply.body.workbook);
  return { name, rows: rows.length, created, updated, unchanged, refused, ms, beside, unlike };
}

const round = (ms: number): string => ms.toFixed(0);

function lineOf({ name, rows, created, updated, unchanged, refused, ms, beside, unlike }: Step): string {
  const { calls, p50, p95, max } = beside;
  return (
    `${name.padEnd(14)} ${String(rows).padStart(6)} rows in ${(ms / 1_000).toFixed(1).padStart(5)} s: ` +
    `${created} new, ${updated} changed, ${unchanged} unchanged, ${refused} refused, ${unlike.length} of them wrongly; ` +
    `beside it ${calls} calls, p50 ${round(p50)} ms, p95 ${round(p95)} ms, max ${round(max)} ms; load ${loadavg()[0]!.toFixed(1)}`
  );
}

/** Whether everything was imported once, every faulty row was rejected at its cell, and stock matches the ledger. */
export const isSuccessful = ({ first, second, proof }: MoveResult): boolean =>
  proof.ok &&
  [...first, ...second].every(({ unlike }) => unlike.length === 0) &&
  second.every(({ created, updated }) => created + updated === 0);

/** `npm run moving-in -- --url … --password=…` @returns exit code */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      username: { type: 'string', default: 'admin' },
      password: { type: 'string', default: '' },
    },
  });
  const { url, username, password } = values;
  if (!(await isUp(url))) {
    console.error(`No server answers at ${url}. Start one with "DEMO=0 npm start", or name another with --url.`);
    return 1;
  }
  const begun = Date.now();
  const moved = await moveIn({ url, username, password, size: UNIVERSITY_SIZE, say: (line) => console.log(line) });
  console.log(`Took ${((Date.now() - begun) / 1_000).toFixed(0)} s`);
  return isSuccessful(moved) ? 0 : 1;
}
