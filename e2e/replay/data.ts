// Replay data: real data from a folder, or generated data of the same shape.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from 'hucre/csv';

export interface Chemical {
  cas: string;
  name: string;
  formula: string;
  unNo: string;
  unClass: string;
}

/** A row of the shipments file, all fields as text. */
export interface Shipment {
  id: string;
  item: string;
  vendor: string;
  asn: string;
  quantity: string;
  packPrice: string;
  delivered: string;
  weight: string;
  brand: string;
  dosage: string;
}

export interface ReplayData {
  source: string;
  chemicals: Chemical[];
  shipments: Shipment[];
}

const table = (path: string): Record<string, string>[] => {
  const [head = [], ...rows] = parseCsv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), String(row[at] ?? '').trim()])));
};

export function readData(folder: string): ReplayData {
  const chemicals = join(folder, 'chemicals_hazard_facts.csv');
  const shipments = join(folder, 'scms_delivery_history.csv');
  if (!existsSync(chemicals) || !existsSync(shipments)) return makeData(400, 4_000);
  return {
    source: folder,
    chemicals: table(chemicals).map((row) => ({
      cas: row['cas']!,
      name: row['name']!,
      formula: row['formula']!,
      unNo: row['un_number']!,
      unClass: row['un_class']!,
    })),
    shipments: table(shipments).map((row) => ({
      id: row['ID']!,
      item: row['Item Description']!,
      vendor: row['Vendor']!,
      asn: row['ASN/DN #']!,
      quantity: row['Line Item Quantity']!,
      packPrice: row['Pack Price']!,
      delivered: row['Delivered to Client Date']!,
      weight: row['Weight (Kilograms)']!,
      brand: row['Brand']!,
      dosage: row['Dosage']!,
    })),
  };
}

/** Generated from a fixed seed, with the same kinds of faults. */
export function makeData(chemicals: number, shipments: number): ReplayData {
  let state = 20_060_602;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return {
    source: 'data made for this run (no folder of real data was found)',
    chemicals: Array.from({ length: chemicals }, (_, at) => {
      const cas = makeCas(1_000 + at * 7);
      const wrong = at % 50 === 49;
      return {
        cas: wrong ? cas.slice(0, -1) + ((Number(cas.at(-1)) + 1) % 10) : cas,
        name: `Compound, no. "${at}"`,
        formula: at % 3 === 0 ? '' : `C${1 + random(20)}H${1 + random(40)}`,
        unNo: at % 10 === 0 ? String(1_000 + random(2_000)) : '',
        unClass: at % 10 === 0 ? '3' : '',
      };
    }),
    shipments: Array.from({ length: shipments }, (_, at) => ({
      id: String(at + 1),
      item: `Item ${random(80)}, tablets, bottle, ${30 * (1 + random(4))} tabs`,
      vendor: `Vendor ${random(20)}`,
      asn: `ASN-${random(900)}`,
      quantity: at % 13 === 12 ? 'n/a' : String(1 + random(5_000)),
      packPrice: (random(5_000) / 100).toFixed(2),
      delivered:
        at % 11 === 10
          ? 'Date Not Captured'
          : `${String(1 + random(28)).padStart(2, '0')}-${months[random(12)]}-${String(6 + random(9)).padStart(2, '0')}`,
      weight: at % 3 === 2 ? `See ASN-${random(900)} (ID#:${random(9_000)})` : String(1 + random(900)),
      brand: 'Generic',
      dosage: `${100 * (1 + random(6))}mg`,
    })),
  };
}

function makeCas(body: number): string {
  const digits = String(body).padStart(4, '0');
  const check = [...digits].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at + 1), 0) % 10;
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${check}`;
}

/** Product code of an item. */
export const itemCode = (item: string): string =>
  `SCMS-${createHash('sha256').update(item).digest('hex').slice(0, 10).toUpperCase()}`;
