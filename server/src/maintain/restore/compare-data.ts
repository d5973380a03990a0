// Compares the current data with those of a backup, record by record: what a restore would lose, and where the ledgers part.
// Numbers of rows would not do: after a restore both sides have rows that the other one lacks.
import type { Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { readArchive, type Source, type Taker } from '../archive/check.ts';
import { Fault } from '../archive/fault.ts';
import type { Manifest } from '../archive/manifest.ts';
import { ended, writeTo } from './load.ts';

/** The columns that identify a record. Numbers of the ledger are drawn again after a restore: time and subject tell them apart. */
const IDENTITIES = {
  wms_transaction: ['id'],
  wms_ledger: ['seq', 'at', 'transaction_id', 'product_box_id'],
  wms_product: ['id'],
  sys_user: ['id'],
} as const;
type Compared = keyof typeof IDENTITIES;
const COMPARED = Object.keys(IDENTITIES) as Compared[];

export interface Difference {
  /** Current records that the backup lacks. */
  documents: number;
  entries: number;
  products: number;
  /** Whether any record is in both, people included. */
  isRelated: boolean;
  /** The last ledger entry in both; 0 for none. */
  agreed: number;
}

/** @param manifest of the verified archive. Leaves nothing in the database */
export async function compareData(client: Client, source: Source, manifest: Manifest): Promise<Difference> {
  await client.query('begin');
  try {
    await loadIdentities(client, source, manifest);
    const { rows } = await client.query<Difference>(
      `select ${countMissing('wms_transaction')} as documents, ${countMissing('wms_ledger')} as entries,
              ${countMissing('wms_product')} as products,
              (select coalesce(max(seq), 0) from wms_ledger t where ${isInBackup('wms_ledger')})::float8 as agreed,
              ${COMPARED.map((table) => `exists (select from ${table} t where ${isInBackup(table)}${table === 'sys_user' ? ` and t.id <> '${SYSTEM_ID}'` : ''})`).join(' or ')} as "isRelated"`,
    );
    return rows[0]!;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

const temporary = (table: Compared): string => `backup_${table}`;
const isInBackup = (table: Compared): string =>
  `exists (select from pg_temp.${temporary(table)} b where ${IDENTITIES[table].map((column) => `b.${column} = t.${column}`).join(' and ')})`;
const countMissing = (table: Compared): string => `(select count(*) from ${table} t where not ${isInBackup(table)})::float8`;

/** Copies the identities of the backup into temporary tables. */
async function loadIdentities(client: Client, source: Source, manifest: Manifest): Promise<void> {
  for (const table of COMPARED)
    await client.query(
      `create temp table ${temporary(table)} on commit drop as select ${IDENTITIES[table].join(', ')} from public.${table} limit 0`,
    );
  let open: { read: RowReader; stream: CopyStreamQuery } | null = null;
  const taker: Taker = {
    table: async (name, part, body) => {
      const table = COMPARED.find((each) => each === name);
      if (part === 0 && table !== undefined) {
        open = { read: readRows(table, manifest), stream: client.query(copyFrom(`copy pg_temp.${temporary(table)} from stdin`)) };
        // Errors surface when the stream is used.
        open.stream.on('error', () => {});
      }
      for await (const chunk of body) if (open) await writeTo(open.stream, Buffer.from(open.read(chunk)));
    },
    tableEnded: async () => {
      const ending = open?.stream;
      open = null;
      if (ending) await ended(ending);
    },
  };
  try {
    await readArchive(source, taker, () => {});
  } finally {
    (open as { stream: CopyStreamQuery } | null)?.stream.destroy();
  }
  for (const table of COMPARED) await client.query(`analyze pg_temp.${temporary(table)}`);
}

/** Reads a chunk of a table. @returns the identities of the rows that it completes, in the format of COPY */
type RowReader = (chunk: Uint8Array) => string;

/** @throws Fault TABLES if the backup lacks a column */
function readRows(table: Compared, { tables }: Manifest): RowReader {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const positions = IDENTITIES[table].map((column) => columns.indexOf(column));
  if (positions.includes(-1)) throw new Fault('TABLES', { names: [table] });
  let rest = '';
  return (chunk) => {
    // Identities are ASCII: other columns need not be decoded, and COPY escapes line ends and tabs in them.
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = lines.pop()!;
    return lines
      .map((line) => line.split('\t'))
      .map((values) => `${positions.map((at) => values[at]).join('\t')}\n`)
      .join('');
  };
}
