// Conditional rules match names, codes, types and places: changing one of these must not extend a rule.
import { ruleRoutes, type RuleForm } from '@kuwei/contract/auth/rule';
import type { ErrorBody } from '@kuwei/contract/error';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { containerForm, containerRoutes } from '@kuwei/contract/wms/container';
import { warehouseForm, warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { idOf } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { say } from '../../phrase.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { checkOrgs } from '../../site/org/gates.ts';
import { orgsByCode } from '../../site/org/record.ts';

let world: World;
let admin: Person;
let manager: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
});
afterAll(() => world.end());
beforeEach(() => sql`delete from sys_rule`.execute(world.services.db));

/** Creates a rule with a condition for the teacher. */
async function open(subjectType: RuleForm['subjectType'], condition: RuleForm['conditions'][number]): Promise<string> {
  const { data } = await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'USER',
      ownerIds: [teacher.id],
      relation: null,
      subjectType,
      subjectModel: 'expr',
      conditions: [condition],
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  return data.id;
}
const end = (id: string) => admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [id], untilDay: null } });

const REFUSED = say('zh', 'rule.ruledFact');
const saidOf = ({ error }: { error: ErrorBody }) => error.data?.fields?.map(({ path, message }) => [path, message]);

test('[F-3A2] renaming a category may neither enter nor leave a conditional rule', async () => {
  const made = (
    await manager.call(categoryRoutes.createCategory, {
      body: { code: 'FACTS', name: '普通试剂', nameEn: null, parentId: null, sort: 0 },
    })
  ).data;
  const rename = async (name: string) => {
    const all = (await manager.call(categoryRoutes.listCategories)).data;
    const { rev } = all.find(({ id }) => id === made.id)!;
    const body = { code: 'FACTS', nameEn: null, parentId: null, sort: 0, name, rev };
    return manager.call(categoryRoutes.updateCategory, { params: { id: made.id }, body });
  };
  const rule = await open('CATEGORY', { field: 'name', op: 'contains', values: ['开放'] });
  expect(saidOf(await rename('开放试剂'))).toEqual([['name', REFUSED]]);
  expect((await rename('一般试剂')).status, 'a name that means nothing to the rule').toBe(200);
  await end(rule);
  expect((await rename('开放试剂')).status, 'a rule that has ended asks for nothing').toBe(200);
  await open('CATEGORY', { field: 'name', op: 'contains', values: ['开放'] });
  expect(saidOf(await rename('一般试剂'))).toEqual([['name', REFUSED]]);
});

test('[F-3A2] containers stay within their conditional rules, by form, by import, and by the code of their warehouse', async () => {
  const { db } = world.services;
  const warehouseId = await idOf(db, 'wms_warehouse', 'W2');
  const body = containerForm.parse({ warehouseId, type: 'CABINET', code: 'FACTS', name: '柜子', allowedGroups: null });
  const made = (await manager.call(containerRoutes.createContainer, { body })).data;
  const change = (more: object) =>
    manager.call(containerRoutes.updateContainer, { params: { id: made.id }, body: { ...body, rev: made.rev, ...more } });
  await open('WMS_CONTAINER', { field: 'name', op: 'starts', values: ['访客'] });
  expect(saidOf(await change({ name: '访客柜' }))).toEqual([['name', REFUSED]]);
  const rows = [
    ['仓库', '容器编号', '容器名称', '类型'],
    ['W2', 'FACTS', '访客柜', '柜'],
  ];
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
  for (const dryRun of [true, false]) {
    const { data } = await manager.upload(containerRoutes.importContainers, file, 'places.xlsx', { query: { dryRun } });
    expect(data).toMatchObject({ refused: 1, written: false, errors: [{ row: 2, column: '容器名称' }] });
  }

  await open('WMS_CONTAINER', { field: 'type', op: 'is', values: ['SHELF'] });
  expect(saidOf(await change({ type: 'SHELF' }))).toEqual([['type', REFUSED]]);
  await open('WMS_CONTAINER', { field: 'warehouse', op: 'is', values: ['W2'] });
  const stored = (await manager.call(warehouseRoutes.getWarehouse, { params: { id: warehouseId } })).data;
  const form = warehouseForm.parse(Object.fromEntries(Object.entries(stored).filter(([field]) => field in warehouseForm.shape)));
  const recode = (code: string) =>
    manager.call(warehouseRoutes.updateWarehouse, {
      params: { id: warehouseId },
      body: { ...form, code, rev: stored.rev },
    });
  expect(saidOf(await recode('W9'))).toEqual([['code', REFUSED]]);
});

test('[F-3A2] a nightly import cannot rename a group into a conditional rule; an administrator can', async () => {
  const { db } = world.services;
  await open('WMS_ORG', { field: 'name', op: 'contains', values: ['开放'] });
  const before = (await orgsByCode(db, ['LAB-BIO'])).get('LAB-BIO')!;
  const wanted = [{ before, form: { ...before.form, name: '开放课题组' } }];
  const [refused] = await checkOrgs(db, SYSTEM_ID, wanted);
  expect(refused).toMatchObject([{ code: 'INVALID', faults: [{ path: 'name', key: 'rule.ruledFact' }] }]);
  expect(await checkOrgs(db, admin.id, wanted)).toEqual([[]]);
});
