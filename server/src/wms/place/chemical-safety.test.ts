// Unassessed chemicals count as the strictest, and storage groups are checked at two levels.
import { CONTROL_FLAGS, hazardOf, separationGroupOf, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { PRODUCT_KINDS } from '@kuwei/contract/wms/product';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { warehouseRoutes, warehouseForm } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { approved, assigned, castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { openTrial, type Trial } from '../../../test/_trial-places.ts';
import { storageGroups } from '../../seed/storage-groups.ts';
import { newId } from '../../db/id.ts';

let world: Trial['world'];
let id: Trial['id'];
let remember: Trial['remember'];
let container: Trial['container'];
let box: Trial['box'];
let store: Trial['store'];
let refusal: Trial['refusal'];
let codeOf: Trial['codeOf'];
beforeAll(async () => {
  ({ world, id, remember, container, box, store, refusal, codeOf } = await openTrial());
  for (const name of ['keeper', 'keeper2']) await addKeeper(name);
});
afterAll(() => world.end());

async function addKeeper(name: string): Promise<void> {
  const { id: user_id } = await world.as(name);
  await world.services.db
    .insertInto('wms_warehouse_keeper')
    .values({ warehouse_id: id('T'), user_id })
    .execute();
}

/** A product as an import leaves it: unknown except for the given columns. */
async function product(code: string, more: Record<string, unknown> = {}): Promise<string> {
  const { db } = world.services;
  const { category_id } = await db.selectFrom('wms_product').select('category_id').limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('wms_product')
    .values({
      id: remember(code),
      code,
      name: code,
      category_id,
      kind: 'CHEMICAL',
      base_unit: 'BOTTLE',
      track_batch: false,
      search: '',
      state: 'ACTIVE',
      ...more,
    })
    .execute();
  return id(code);
}

const harmless = async () => ({
  not_hazardous: true,
  assessed_at: new Date(),
  assessed_by: (await world.as('manager')).id,
});

test('[F-R1] segregates an unassessed chemical from everything, and the refusal gives the reason', async () => {
  await product('HYDRAZINE');
  await product('SUGAR', await harmless());
  await store({ product: 'C-H2O2', box: 'C1', qty: '1' });
  const refused = await refusal(['HYDRAZINE', 'C1', '1']);
  expect(refused).toMatchObject({
    code: 'BOX_INCOMPATIBLE',
    params: { group: 'X（危害未评估）', place: 'C1', otherGroup: 'E' },
    data: { product: { storageGroup: 'X' }, other: { code: 'C-H2O2' } },
  });
  // A neighbouring box is within the same cabinet walls.
  expect(await refusal(['HYDRAZINE', 'C2', '1'])).toMatchObject({ code: 'BOX_INCOMPATIBLE', params: { place: 'C 柜C' } });
  // Assessed as not hazardous counts as G, and non-chemicals are compatible with everything.
  expect(await codeOf(['SUGAR', 'C1', '1'])).toBeNull();
  expect(await codeOf(['W-BEAKER-250', 'C1', '1'])).toBeNull();
  // Hazardous without a group is treated the same.
  await product('NO-GROUP', { h_codes: ['H314'] });
  expect(await refusal(['NO-GROUP', 'C1', '1'])).toMatchObject({ code: 'BOX_INCOMPATIBLE', params: { group: 'X' } });
});

test('[F-R1] refuses it in places for harmless goods, for other groups, or with a single storekeeper', async () => {
  await product('UNKNOWN-1');
  await container('H', 'R', { type: 'CABINET', hazard_allowed: false });
  await box('H1', 'H');
  await container('ONLY-L', 'R', { type: 'CABINET', allowed_groups: ['L', 'G'] });
  await box('L1', 'ONLY-L');
  const { db } = world.services;
  await db.deleteFrom('wms_warehouse_keeper').where('warehouse_id', '=', id('T')).execute();
  await addKeeper('keeper');
  expect(await codeOf(['UNKNOWN-1', 'S1', '1'])).toBe('KEEPERS_NEEDED');
  await addKeeper('keeper2');
  expect(await codeOf(['UNKNOWN-1', 'S1', '1'])).toBeNull();
  expect(await refusal(['UNKNOWN-1', 'H1', '1'])).toMatchObject({ code: 'BOX_CONDITION', data: { place: 'H 柜H' } });
  expect(await refusal(['UNKNOWN-1', 'L1', '1'])).toMatchObject({ code: 'BOX_CONDITION', data: { allowedGroups: ['L', 'G'] } });
  await sql`update wms_product set not_hazardous = true, assessed_at = now(), assessed_by = ${(await world.as('manager')).id} where code = 'UNKNOWN-1'`.execute(
    db,
  );
  for (const place of ['H1', 'L1', 'S1']) expect(await codeOf(['UNKNOWN-1', place, '1'])).toBeNull();
});

test('[F-R1] it needs two review levels and a second storekeeper until assessed', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const productId = await product('UNKNOWN-2');
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [lineOf(productId, '1')] });
  expect(document).toMatchObject({ levels: 2, controlled: true, toxic: true });
  await sql`update wms_product set storage_group = 'G' where id = ${productId}`.execute(world.services.db);
  const now = (await cast.teacher.call(routes.getTransaction, { params: { id: document.id } })).data;
  expect(now.toxic).toBe(false);
});

test('[F-R1] a warehouse that never had two storekeepers can still be edited otherwise', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const warehouseId = newId();
  const { db } = world.services;
  await db
    .insertInto('wms_warehouse')
    .values({ id: warehouseId, org_id: id('WAREHOUSE'), code: 'ALONE', name: '独守' })
    .execute();
  await db.insertInto('wms_warehouse_keeper').values({ warehouse_id: warehouseId, user_id: manager.id }).execute();
  const { rev } = (await manager.call(warehouseRoutes.getWarehouse, { params: { id: warehouseId } })).data;
  const renamed = await manager.call(warehouseRoutes.updateWarehouse, {
    params: { id: warehouseId },
    body: withDefaults(warehouseForm, { code: 'ALONE', name: '独守二', keeperIds: [manager.id], rev }),
  });
  expect(renamed.data.name).toBe('独守二');
});

test('[F-R1] database and contract derive the same hazard state', async () => {
  const all = PRODUCT_KINDS.flatMap((kind) =>
    [null, ...STORAGE_GROUPS].flatMap((storageGroup) =>
      [[], ['H225']].flatMap((hCodes) =>
        [null, '1170'].flatMap((unNo) =>
          [[], [CONTROL_FLAGS[0]]].flatMap((controlFlags) =>
            [false, true].map((notHazardous) => ({ kind, storageGroup, hCodes, unNo, controlFlags, notHazardous })),
          ),
        ),
      ),
    ),
  );
  const { db } = world.services;
  // The database rejects "not hazardous" beside a contradicting mark.
  const possible = all.filter(
    (one) => !one.notHazardous || hazardOf({ ...one, kind: 'OTHER', notHazardous: false }) === 'HARMLESS',
  );
  const { id: by } = await world.as('manager');
  const { category_id } = await db.selectFrom('wms_product').select('category_id').limit(1).executeTakeFirstOrThrow();
  const written = await db
    .insertInto('wms_product')
    .values(
      possible.map((one, at) => ({
        id: newId(),
        code: `MIX-${at}`,
        name: 'm',
        category_id,
        kind: one.kind,
        base_unit: 'BOTTLE',
        search: '',
        storage_group: one.storageGroup,
        h_codes: one.hCodes,
        un_no: one.unNo,
        control_flags: one.controlFlags,
        not_hazardous: one.notHazardous,
        ...(one.notHazardous ? { assessed_at: new Date(), assessed_by: by } : {}),
      })),
    )
    .returning(['code', 'hazard', 'separation_group as group'])
    .execute();
  expect(written).toEqual(
    possible.map((one, at) => ({ code: `MIX-${at}`, hazard: hazardOf(one), group: separationGroupOf(one) })),
  );
  expect(possible.length).toBeGreaterThan(300);
});

test('[F-R2] groups that may share a cabinet may not share a box, and X and K only with the same product', async () => {
  await container('ACIDS', 'R', { type: 'CABINET' });
  for (const code of ['A1', 'A2']) await box(code, 'ACIDS');
  await store({ product: 'C-NAOH', box: 'A1', qty: '1' });
  expect(await refusal(['C-HCL', 'A1', '1'])).toMatchObject({
    code: 'BOX_INCOMPATIBLE',
    params: { place: 'A1', group: 'F', otherGroup: 'C' },
    data: { other: { code: 'C-NAOH' } },
  });
  expect(await codeOf(['C-HCL', 'A2', '1'])).toBeNull();
  expect(await codeOf(['C-NAOH', 'A1', '1'])).toBeNull();
  expect(await codeOf(['C-KMNO4', 'A2', '1'], ['C-H2SO4', 'A2', '1'])).toBe('BOX_INCOMPATIBLE');
  await product('K-1', { storage_group: 'K' });
  await product('K-2', { storage_group: 'K' });
  for (const code of ['K', 'X']) {
    await container(`WALLS-${code}`, 'R', { type: 'CABINET' });
    for (const at of ['1', '2']) await box(`${code}-BOX-${at}`, `WALLS-${code}`);
  }
  await store({ product: 'K-1', box: 'K-BOX-1', qty: '1' }, { product: 'C-NACN', box: 'X-BOX-1', qty: '1' });
  expect(await codeOf(['K-2', 'K-BOX-1', '1'])).toBe('BOX_INCOMPATIBLE');
  expect(await codeOf(['K-2', 'K-BOX-2', '1'])).toBeNull();
  expect(await codeOf(['C-NACN', 'X-BOX-2', '1'])).toBeNull();
  for (const place of ['X-BOX-1', 'X-BOX-2']) expect(await codeOf(['C-HGCL2', place, '1'])).toBe('BOX_INCOMPATIBLE');
});

test('[F-R2] both matrices are symmetric, and sharing a box implies sharing the cabinet', () => {
  const by = new Map(storageGroups.map((group) => [group.code, group]));
  for (const { code, box: inBox, cabinet } of storageGroups) {
    for (const other of inBox) expect(by.get(other)!.box).toContain(code);
    for (const other of cabinet) expect(by.get(other)!.cabinet).toContain(code);
    for (const other of inBox) expect(cabinet).toContain(other);
  }
});

test('[F-R2] a change of the matrices applies to the next check in every process', async () => {
  await container('LATER', 'R', { type: 'CABINET' });
  await box('LATER-1', 'LATER');
  await store({ product: 'C-ETHANOL', box: 'LATER-1', qty: '1' });
  expect(await codeOf(['C-TEA', 'LATER-1', '1'])).toBe('BOX_INCOMPATIBLE');
  const { db } = world.services;
  await sql`insert into wms_storage_group_pair (level, a, b) values ('BOX', 'A', 'L'), ('BOX', 'L', 'A')`.execute(db);
  await sql`update wms_storage_rule set rev = rev + 1, version = gen_random_uuid()`.execute(db);
  expect(await codeOf(['C-TEA', 'LATER-1', '1'])).toBeNull();
});

test('[F-R2] enforces the rule on putaway, not only in suggestions', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  await store({ product: 'C-NAOH', box: 'W1-C03-R1-B1', qty: '1' });
  const line = lineOf(places.product('C-HCL'), '1', { batchNo: 'ACID', expiresOn: '2030-01-01' });
  const document = await approved(
    cast,
    await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [line] }),
  );
  await expect(assigned(cast, document, places.box('W1-C03-R1-B1'))).rejects.toThrow(/BOX_INCOMPATIBLE/);
});
