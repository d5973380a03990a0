// Imports products from a workbook: upload, preview, and import of the valid rows.
import { writeXlsx } from 'hucre/xlsx';
import type { Client } from '../_client.ts';
import { itemCode, type Chemical, type Shipment } from './data.ts';

type Row = Record<string, string>;

export interface Imported {
  rows: number;
  created: number;
  updated: number;
  /** Identical to the existing record. */
  unchanged: number;
  refused: number;
  /** Number of rows by reason. */
  reasons: Map<string, number>;
}

interface ImportReply {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  errors: { row: number; column: string; message: string }[];
}

async function importRows(keeper: Client, rows: readonly Row[]): Promise<Imported> {
  const keys = Object.keys(rows[0]!);
  const bytes = await writeXlsx({
    sheets: [{ name: 'Products', columns: keys.map((key) => ({ header: key, key })), data: [...rows] }],
  });
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const look = await keeper.upload<ImportReply>('/wms/product/import?dryRun=true', file, 'products.xlsx');
  const done = await keeper.upload<ImportReply>('/wms/product/import?dryRun=false&partial=true', file, 'products.xlsx');
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  if (look.body.refused !== done.body.refused) throw new Error('the dry run saw other refusals than the import');
  const reasons = new Map<string, number>();
  for (const { column, message } of done.body.errors) {
    const reason = `${column}: ${message.replace(/[\d-]{5,}/g, '…')}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return { ...done.body, reasons };
}

export const importChemicals = (keeper: Client, chemicals: readonly Chemical[]): Promise<Imported> =>
  importRows(
    keeper,
    chemicals.map(({ cas, name, formula, unNo, unClass }) => ({
      code: `CAS-${cas}`,
      name,
      category: 'REAGENT',
      kind: 'CHEMICAL',
      baseUnit: 'BOTTLE',
      cas,
      formula,
      unNo,
      unClass,
    })),
  );

/** One product per item of the shipments. */
export const importItems = (keeper: Client, shipments: readonly Shipment[]): Promise<Imported> => {
  const items = new Map(shipments.map((shipment) => [itemCode(shipment.item), shipment]));
  return importRows(
    keeper,
    [...items].map(([code, { item, brand, packPrice }]) => ({
      code,
      name: item,
      category: 'CONSUMABLE',
      kind: 'CONSUMABLE',
      baseUnit: 'PACK',
      brand,
      price: packPrice,
      trackBatch: 'yes',
    })),
  );
};

interface Page {
  list: { id: string; code: string; state: string }[];
  total: number;
}

/** All products with this code prefix. */
async function productsOf(keeper: Client, prefix: string): Promise<Page['list']> {
  const found: Page['list'] = [];
  for (let page = 1; ; page++) {
    const { body } = await keeper.get<Page>(`/wms/product?q=${encodeURIComponent(prefix)}&sort=code&size=200&page=${page}`);
    found.push(...body.list.filter((product) => product.code.startsWith(prefix)));
    if (body.list.length < 200) return found;
  }
}

/** Activates drafts; hazardous ones without a data sheet stay drafts, and are counted. */
export async function activate(keeper: Client, prefix: string): Promise<{ active: number; refused: Map<string, number> }> {
  const drafts = (await productsOf(keeper, prefix)).filter((product) => product.state === 'DRAFT').map((product) => product.id);
  const refused = new Map<string, number>();
  let active = 0;
  for (let from = 0; from < drafts.length; from += 500) {
    const ids = drafts.slice(from, from + 500);
    const { body } = await keeper.put<{ done: number; refused: { message: string }[] }>('/wms/product/batch/activate', { ids });
    active += body.done;
    for (const { message } of body.refused) refused.set(message, (refused.get(message) ?? 0) + 1);
  }
  return { active, refused };
}
