// Editing the compatibility matrices, and listing stock that breaks them.
import { storageRuleRoutes as routes, type PairChange } from '@kuwei/contract/wms/storage-rule';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openTrial, type Trial } from '../../../test/_trial-places.ts';
import type { Person } from '../../../test/_world.ts';

let world: Trial['world'];
let trial: Trial;
let manager: Person;
beforeAll(async () => {
  trial = await openTrial();
  ({ world } = trial);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

const rules = async () => (await manager.call(routes.getRules)).data;
const change = async (changes: PairChange[], more: { source?: string; reason?: string; rev?: number } = {}) =>
  manager.call(routes.changeRules, {
    body: { changes, source: 'GB 15603-2022', reason: '安全委员会决议', rev: (await rules()).rev, ...more },
  });
const listViolations = async (query = {}) => (await manager.call(routes.listStanding, { query: { size: 200, ...query } })).data;
const brief = async (query = {}) =>
  (await listViolations(query)).list.map(({ boxCode, productCode, rules: broken, otherName }) => [
    boxCode,
    productCode,
    broken.join(),
    otherName,
  ]);

test('[F-R2] returns both matrices as shipped, each pair once', async () => {
  const { groups, pairs } = await rules();
  expect(groups).toHaveLength(11);
  expect(groups.every(({ source }) => source.includes('Stanford'))).toBe(true);
  const of = (level: string) => pairs.filter((pair) => pair.level === level).map(({ a, b }) => a + b);
  expect(of('BOX')).toEqual(['AA', 'AG', 'BB', 'CC', 'CG', 'DD', 'DG', 'EE', 'EG', 'FF', 'FG', 'GG', 'GL', 'LL']);
  expect(of('CABINET')).not.toContain('XX');
  expect(of('CABINET')).toContain('CF');
});

test('[F-R2] a change needs a source and a reason, applies at once, and is recorded with its user', async () => {
  const { container, box, store, codeOf } = trial;
  await container('LAB-CAB', 'R', { type: 'CABINET' });
  await box('LC1', 'LAB-CAB');
  await store({ product: 'C-ETHANOL', box: 'LC1', qty: '1' });
  const apart: PairChange = { level: 'BOX', a: 'L', b: 'A', allowed: true };
  for (const lacking of [{ source: ' ' }, { reason: '' }])
    expect(await change([apart], lacking)).toMatchObject({ status: 422, error: { code: 'INVALID' } });
  expect(await codeOf(['C-TEA', 'LC1', '1'])).toBe('BOX_INCOMPATIBLE');
  const changed = (await change([apart])).data;
  expect(changed.pairs).toContainEqual({ level: 'BOX', a: 'A', b: 'L' });
  expect(await codeOf(['C-TEA', 'LC1', '1'])).toBeNull();
  const [last] = (await manager.call(routes.listRuleChanges)).data.list;
  expect(last).toMatchObject({
    source: 'GB 15603-2022',
    reason: '安全委员会决议',
    changes: [{ level: 'BOX', a: 'A', b: 'L', allowed: true }],
  });
  expect(last!.changedBy).not.toBe('');
  // A concurrent change, no difference, or a box allowing more than its cabinet.
  expect((await change([{ ...apart, allowed: false }], { rev: changed.rev - 1 })).error.code).toBe('STALE');
  expect((await change([apart])).status).toBe(422);
  expect((await change([{ level: 'BOX', a: 'E', b: 'L', allowed: true }])).status).toBe(422);
  expect((await change([apart, { ...apart, a: 'A', b: 'L' }])).status).toBe(422);
  expect((await change([{ ...apart, allowed: false }])).status).toBe(200);
});

test('[F-R2] only warehouse managers change the rules', async () => {
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const body = { changes: [{ level: 'BOX', a: 'E', b: 'E', allowed: false }] as PairChange[], source: 's', reason: 'r', rev: 1 };
  expect((await reviewer.call(routes.changeRules, { body })).status).toBe(403);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.call(routes.listStanding)).status).toBe(403);
});

test('[F-R2] lists violations by box with rule and conflicting goods, also after a change', async () => {
  const { container, box } = trial;
  const { db } = world.services;
  await container('CAB', 'R', { type: 'CABINET' });
  for (const code of ['P1', 'P2', 'P3']) await box(code, 'CAB');
  await container('CAB-L', 'R', { type: 'CABINET', allowed_groups: ['L'] });
  await box('Q1', 'CAB-L');
  await container('TAME', 'R', { type: 'CABINET', hazard_allowed: false });
  await box('Q2', 'TAME');
  const owner = 'LAB-CATALYSIS';
  const put = (product: string, place: string) => post(db, [{ product, owner, box: place, qty: '1' }]);
  expect(await brief({ q: 'P' })).toEqual([]);
  await put('C-NAOH', 'P1');
  await put('C-HCL', 'P1');
  await put('C-KMNO4', 'P2');
  await put('C-ETHANOL', 'P3');
  await put('C-NACL', 'Q1');
  await put('C-TOLUENE', 'Q2');
  await put('W-BEAKER-250', 'P3');
  const found = await brief();
  expect(found).toEqual([
    // Base and acid may share the cabinet but not the box; solvent conflicts with all three.
    ['P1', 'C-HCL', 'BOX,CABINET', '氢氧化钠'],
    ['P1', 'C-NAOH', 'BOX,CABINET', '盐酸'],
    ['P2', 'C-KMNO4', 'CABINET', '无水乙醇'],
    ['P3', 'C-ETHANOL', 'CABINET', '氢氧化钠'],
    ['Q1', 'C-NACL', 'GROUP', null],
    ['Q2', 'C-TOLUENE', 'HAZARD', null],
  ]);
  expect((await brief({ rule: ['HAZARD'] })).map(([, code]) => code)).toEqual(['C-TOLUENE']);
  expect((await listViolations({ size: 2, page: 2 })).total).toBe(6);
  expect((await listViolations({ size: 2, page: 9 })).total).toBe(6);
  expect((await brief({ q: '乙醇' })).map(([, code]) => code)).toEqual(['C-ETHANOL']);
  // A stricter rule leaves goods in place, and lists them.
  await put('C-KNO3', 'P2');
  expect((await brief({ q: 'KNO3' }))[0]![2]).toBe('CABINET');
  await change([{ level: 'BOX', a: 'E', b: 'E', allowed: false }]);
  expect((await brief({ q: 'KNO3' }))[0]).toEqual(['P2', 'C-KNO3', 'BOX,CABINET', '高锰酸钾']);
  const { rows } = await sql<{
    qty: string;
  }>`select sum(qty) as qty from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
    where b.code = 'P2'`.execute(db);
  expect(Number(rows[0]!.qty)).toBe(2);
});

test('[F-R1] unassessed goods stay in place, and are listed', async () => {
  const { container, box } = trial;
  const { db } = world.services;
  await container('OLD', 'R', { type: 'CABINET' });
  for (const code of ['O1', 'O2']) await box(code, 'OLD');
  await post(db, [
    { product: 'C-NACL', owner: 'LAB-BIO', box: 'O1', qty: '1' },
    { product: 'C-SILICA', owner: 'LAB-BIO', box: 'O2', qty: '1' },
  ]);
  expect(await brief({ hazard: ['UNKNOWN'] })).toEqual([]);
  await sql`update wms_product set storage_group = null where code = 'C-SILICA'`.execute(db);
  expect(await brief({ hazard: ['UNKNOWN'] })).toEqual([['O2', 'C-SILICA', 'CABINET,KEEPERS', '氯化钠']]);
});
