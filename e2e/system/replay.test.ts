import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startProduct, type Product } from '../_product.ts';
import { makeData, readData } from '../replay/data.ts';
import { replay, type Summary } from '../replay/main.ts';

let product: Product;
afterEach(() => product.dispose());

const FOLDER = resolve(import.meta.dirname, '../../../shared/data');
const all = (reasons: Map<string, number>): number => [...reasons.values()].reduce((sum, n) => sum + n, 0);

test('[F-R9] real shipments become deposits unchanged, a third is collected, every rejected row has its reason, and a second run duplicates nothing', async () => {
  product = await startProduct();
  const data = readData(FOLDER);
  console.log(`Replayed here: ${data.source}`);
  const run = (): Promise<Summary> => replay({ url: product.url, data, chemicals: 250, shipments: 45, say: () => {} });

  const first = await run();
  expect(first.chemicals.rows).toBe(250);
  expect(first.chemicals.created + first.chemicals.refused).toBe(250);
  expect(all(first.chemicals.reasons)).toBeGreaterThanOrEqual(first.chemicals.refused);
  expect(first.deposits.posted).toBe(45);
  expect(first.deposits.posted + all(first.deposits.reasons)).toBe(first.deposits.rows);
  expect([...first.deposits.reasons.keys()].join(), 'a weight is sent as it is, and refused by nobody').not.toMatch(/weight|ASN/);
  expect(first.collections).toMatchObject({ rows: 15, posted: 15 });
  expect(first.proof).toMatchObject({ ok: true, faults: [] });

  const second = await run();
  const { created, refused } = first.chemicals;
  expect(second.chemicals).toMatchObject({ created: 0, updated: 0, unchanged: created, refused });
  expect(second.deposits).toMatchObject({ posted: 0, known: 45 });
  expect(second.collections).toMatchObject({ posted: 0, known: 15 });
  expect(second.proof.ledgerRows).toBe(first.proof.ledgerRows);
});

test('generated data is as faulty as real data, and is rejected row by row as well', async () => {
  product = await startProduct();
  const summary = await replay({ url: product.url, data: makeData(60, 200), chemicals: 60, shipments: 30, say: () => {} });
  expect(summary.chemicals).toMatchObject({ rows: 60, refused: 1 });
  expect(summary.deposits.posted).toBe(30);
  const refused = [...summary.deposits.reasons.keys()].toSorted((a, b) => a.localeCompare(b));
  expect(refused, 'read and refused by the product').toEqual([
    expect.stringMatching(/^madeOn: /),
    expect.stringMatching(/^qty: /),
  ]);
  expect(summary.proof.ok).toBe(true);
});
