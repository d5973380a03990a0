import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { readSheet } from '../src/platform/workbook/workbook.ts';

/** Rows of a downloaded workbook, by heading. */
export async function readRows(
  { status, raw }: { status: number; raw: Buffer },
  locale: Locale = 'zh',
): Promise<Record<string, string>[]> {
  if (status !== 200) throw new Error(`no workbook: ${status} ${raw.toString().slice(0, 300)}`);
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-sheet-'));
  const path = join(folder, 'sheet.xlsx');
  try {
    writeFileSync(path, raw);
    const { headings, rows } = await readSheet(path, locale, 'test');
    return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
  } catch (error) {
    if (error instanceof AppError && error.params['reason'] === '没有数据行') return [];
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A workbook as another program may write it, with this raw sheet content. */
export function workbookOf(sheetData: string): Buffer {
  const office = 'http://schemas.openxmlformats.org';
  const main = `${office}/spreadsheetml/2006/main`;
  const relation = (type: string, target: string): string =>
    `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zip({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  });
}

/** A zip archive of uncompressed files. */
export function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const part = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), content]);
    directory.push(Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(name));
    parts.push(part);
    at += part.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
