import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSuccessful, moveIn, type Step } from '../moving-in/main.ts';
import type { Size } from '../moving-in/university.ts';
import { startProduct, type Product } from '../_product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ DEMO: '0' });
}, 200_000);
afterAll(() => product.dispose());

const SIZE: Size = { people: 140, groups: 40, boxes: 200, products: 200, openingRows: 280 };

test('[S2.33] a university is imported twice from its workbooks: every faulty row is rejected at its cell, and nothing is duplicated', async () => {
  const password = /Password, shown this once: (\S+)/.exec(product.output())![1]!;
  const moved = await moveIn({ url: product.url, username: 'admin', password, size: SIZE, say: () => {} });
  const counts = (steps: readonly Step[]) =>
    steps.map(({ name, created, updated, unchanged, refused, unlike }) => [name, created, updated, unchanged, refused, unlike]);
  const right: [name: string, right: number, wrong: number][] = [
    ['groups', 40, 2],
    ['people', 140, 5],
    ['memberships', 140, 5],
    ['warehouses', 4, 1],
    ['containers', 8, 1],
    ['boxes', 200, 7],
    ['products', 200, 7],
    ['opening stock', 280, 9],
  ];
  expect(counts(moved.first)).toEqual(right.map(([name, all, wrong]) => [name, all, 0, 0, wrong, []]));
  expect(counts(moved.second)).toEqual(right.map(([name, all, wrong]) => [name, 0, 0, all, wrong, []]));
  expect(moved.proof).toMatchObject({ ok: true, ledgerRows: 280, faults: [] });
  expect(isSuccessful(moved)).toBe(true);
  expect([...moved.first, ...moved.second].every(({ beside }) => beside.calls > 0)).toBe(true);
}, 300_000);
