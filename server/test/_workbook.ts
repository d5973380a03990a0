import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@kuwei/contract/error';
import { readSheet } from '../src/sys/workbook.ts';

/** Rows of a workbook that was downloaded, each by its headings. */
export async function readRows({ status, raw }: { status: number; raw: Buffer }): Promise<Record<string, string>[]> {
  if (status !== 200) throw new Error(`no workbook: ${status} ${raw.toString().slice(0, 300)}`);
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-sheet-'));
  const path = join(folder, 'sheet.xlsx');
  try {
    writeFileSync(path, raw);
    const { headings, rows } = await readSheet(path, 'zh');
    return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
  } catch (error) {
    if (error instanceof AppError && error.params['reason'] === '没有数据行') return [];
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
