// Uploads a workbook and compares the result with the faults planted in it.
import { openXlsx, writeXlsx } from 'hucre/xlsx';
import type { Client, Reply } from '../_client.ts';
import type { ImportClients } from './clients.ts';
import type { Workbook } from './university.ts';

export interface ImportReply {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  workbook: string | null;
}

export interface WrittenWorkbook extends Workbook {
  file: Blob;
}

export async function writeWorkbook(workbook: Workbook): Promise<WrittenWorkbook> {
  const { columns, rows } = workbook;
  const bytes = await writeXlsx({
    sheets: [{ name: workbook.name, rows: [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))] }],
  });
  return { ...workbook, file: new Blob([bytes as Uint8Array<ArrayBuffer>]) };
}

/** Imports valid rows and rejects faulty ones. */
export const send = (client: Client, { name, path, file }: WrittenWorkbook): Promise<Reply<ImportReply>> =>
  client.upload(`${path}/import?dryRun=false&partial=true`, file, `${name}.xlsx`);

/** Compares the comments of the returned workbook with the planted faults. */
export async function findMissedFaults(
  url: string,
  office: ImportClients,
  workbook: Workbook,
  file: string | null,
): Promise<string[]> {
  const { pageRole, columns, wrong } = workbook;
  const marked = new Map<number, Set<string>>();
  if (file !== null) {
    const response = await fetch(`${url}/api/sys/fs/${file}`, { headers: office[pageRole].headers });
    const { sheets } = await openXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true });
    for (const [key, cell] of sheets[0]!.cells ?? []) {
      if (!cell.comment) continue;
      const [row = 0, column = 0] = key.split(',').map(Number);
      const there = marked.get(row + 1) ?? new Set();
      marked.set(row + 1, there.add(columns[column] ?? ''));
    }
  }
  const missed = [...wrong].filter(([row, column]) => marked.get(row)?.has(column) !== true);
  const more = [...marked].filter(([row]) => !wrong.has(row));
  return [
    ...missed.map(([row, column]) => `row ${row}: nothing is said at ${column}, but at ${[...(marked.get(row) ?? [])].join()}`),
    ...more.map(([row, there]) => `row ${row} is right and was refused at ${[...there].join()}`),
  ];
}
