// Compares S of each warehouse, and the resulting warnings, with an independent sum over random histories.
import { statisticsRoutes as routes } from '@kuwei/contract/wms/statistics';
import { WARNINGS_HOLDING, warningRoutes } from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHistory } from '../../../test/_history.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { evaluateWarnings } from '../ews-product/scheduled.ts';

const PRODUCTS = ['C-ETHANOL', 'C-ACETONE', 'C-NACN', 'C-HCL', 'W-BEAKER-250'];
const BOXES = ['W2-A-R1-B1', 'W2-A-R1-B2', 'W1-C01-R1-B1'];

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

const setCriticalQty = (code: string, critical: string | null, mass: string | null) =>
  sql`update wms_product set critical_qty_t = ${critical}::numeric, unit_mass_kg = ${mass}::numeric where code = ${code}`.execute(
    world.services.db,
  );
const getHazard = async (by: 'warehouse' | 'product', warehouseId?: string) =>
  (await manager.call(routes.getHazard, { query: { by, ...(warehouseId !== undefined && { warehouseId }) } })).data;

interface StoredMass {
  warehouse: string;
  product: string;
  qty: string;
  hazard: string;
  mass: string | null;
  critical: string | null;
}

test('[S2.140] S sums stored quantities as shares of critical quantities and reports unassessed goods separately', async () => {
  const { db } = world.services;
  for (const [code, critical, mass] of [
    ['C-ETHANOL', '500', '0.4'],
    ['C-ACETONE', '0.75', '1.25'],
    ['C-NACN', null, '0.5'],
    ['C-HCL', '1', null],
  ] as const)
    await setCriticalQty(code, critical, mass);
  for (const seed of [11, 12, 13]) {
    await makeHistory(db, { seed, products: PRODUCTS, orgs: ['LAB-BIO', 'LAB-CATALYSIS'], boxes: BOXES, postings: 60, days: 20 });
    const { rows } = await sql<StoredMass>`
      select w.code as warehouse, p.code as product, s.qty::text as qty, p.hazard, p.unit_mass_kg::text as mass, p.critical_qty_t::text as critical
        from wms_product_box s join wms_product p on p.id = s.product_id join wms_warehouse w on w.id = s.warehouse_id`.execute(
      db,
    );
    const dangerous = rows.filter(({ qty, hazard, critical }) => Number(qty) > 0 && (hazard !== 'HARMLESS' || critical !== null));
    const warehouses = (await getHazard('warehouse')).rows;
    const codes = await db.selectFrom('wms_warehouse').select(['id', 'code']).execute();
    for (const { key, index, products, unknown } of warehouses) {
      const here = dangerous.filter(({ warehouse }) => warehouse === codes.find(({ id }) => id === key)!.code);
      const byCode = Map.groupBy(here, ({ product }) => product);
      const isUnknown = ({ mass, critical }: StoredMass) => mass === null || Number(mass) === 0 || critical === null;
      const s = here.reduce(
        (sum, row) => (isUnknown(row) ? sum : sum + (Number(row.qty) * Number(row.mass)) / 1000 / Number(row.critical)),
        0,
      );
      expect(Number(index)).toBeCloseTo(s, 5);
      expect(products).toBe(byCode.size);
      expect(unknown).toBe([...byCode.values()].filter(([first]) => isUnknown(first!)).length);
      // The products of a warehouse add up to its index exactly.
      const parts = await getHazard('product', key);
      expect(parts.rows.reduce((sum, row) => sum + Number(row.index ?? 0), 0)).toBeCloseTo(s, 4);
      expect(parts.rows.slice(0, unknown).every((row) => row.index === null)).toBe(true);
    }
    expect(warehouses.some(({ unknown, index }) => unknown > 0 && Number(index) > 0)).toBe(true);
  }
  const places = await readRows(await manager.call(routes.exportHazard, { query: {} }));
  expect(places.map((row) => row['项目'])).toContain('化学品仓库');
  const exported = await readRows(await manager.call(routes.exportHazard, { query: { by: 'product' } }));
  expect(exported).toHaveLength((await getHazard('product')).products);
});

test('[S2.140] the index is unknown where nothing is known, and 0 where nothing is stored', async () => {
  await sql`update wms_product set critical_qty_t = null`.execute(world.services.db);
  const { highest, rows } = await getHazard('warehouse');
  expect(highest).toMatchObject({ index: null });
  expect(rows.every(({ index, products }) => index === (products === 0 ? '0' : null))).toBe(true);
});

test('[S2.140] hides the index from readers without access to the whole warehouse', async () => {
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const { data } = await other.call(routes.getHazard, { query: {} });
  expect(data).toMatchObject({ highest: null, products: 0, unknown: 0, rows: [] });
});

test('[S3.55] warns at four fifths of a major hazard installation, escalates at one, and ends below', async () => {
  const { db } = world.services;
  const warning = async () => {
    await evaluateWarnings(world.services);
    const { data } = await manager.call(warningRoutes.listWarnings, {
      query: { kind: ['S_INDEX'], state: [...WARNINGS_HOLDING] },
    });
    return data.list.map(({ severity, value, threshold, state, warehouseName }) => ({
      severity,
      value: Number(value),
      threshold,
      state,
      warehouseName,
    }));
  };
  await sql`update wms_product set critical_qty_t = null`.execute(db);
  expect(await warning()).toEqual([]);
  await setCriticalQty('C-TOLUENE', '1', '1');
  const lies = await sql<{ qty: string }>`
    select coalesce(sum(s.qty), 0)::text as qty from wms_product_box s join wms_product p on p.id = s.product_id
      join wms_warehouse w on w.id = s.warehouse_id where p.code = 'C-TOLUENE' and w.code = 'W2'`.execute(db);
  expect(Number(lies.rows[0]!.qty)).toBe(0);
  const put = (qty: string) => post(db, [{ product: 'C-TOLUENE', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty }]);
  await put('799');
  expect(await warning()).toEqual([]);
  await put('1');
  expect(await warning()).toMatchObject([{ severity: 'SERIOUS', value: 0.8, threshold: '0.8', warehouseName: '综合仓库' }]);
  await put('200');
  expect(await warning()).toMatchObject([{ severity: 'URGENT', value: 1, threshold: '1' }]);
  await put('-300');
  expect(await warning()).toEqual([]);
});
