// Anyone whom a workflow asks reads the document in the review window, whatever their roles (decision 083).
import { PAGE_ROLES } from '@kuwei/contract/access';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { pathOf, type Route } from '@kuwei/contract/route';
import { afterSalesRoutes, caseForm } from '@kuwei/contract/wms/after-sales';
import { countForm, countRoutes } from '@kuwei/contract/wms/inventory';
import { listingRoutes } from '@kuwei/contract/wms/org-product';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { shareRoutes } from '@kuwei/contract/wms/share';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, person } from '../../test/_approval.ts';
import { drawn, step } from '../../test/_bpmn.ts';
import { rolesOf } from '../../test/_everyone.ts';
import { deposited, lineOf, openScene, saltLine, submitted, type Scene } from '../../test/_flow.ts';
import { published } from '../../test/_published.ts';
import { idOf, post } from '../../test/_stock.ts';
import type { Person, World } from '../../test/_world.ts';
import { newId } from '../db/id.ts';
import { allRoutes } from '../routes.ts';
import { kinds } from '../wms/kinds.ts';

/** People of every section. Those of groups have not chosen one. */
const ASKED = ['dean', 'supplier', 'staff', 'teacher2', 'reviewer'] as const;
const PRODUCT = 'P-TIP-200';

let scene: Scene;
let world: World;
let manager: Person;
let warehouseId: string;
let stockId: string;
let pictureId: string | null = null;
beforeAll(async () => {
  scene = await openScene();
  ({ world } = scene);
  warehouseId = scene.places.w2;
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  [stockId] = (await post(world.services.db, [{ product: PRODUCT, owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '20' }])) as [
    string,
  ];
  await deposited(scene.cast, { warehouseId, lines: [saltLine(scene.places, '5')] }, scene.places.box('W2-A-R1-B1'));
  // An administrator cannot publish a step of their own.
  const dean = newId();
  await world.services.db.insertInto('sys_user').values({ id: dean, username: 'dean', name: '院长' }).execute();
  await world.services.db.insertInto('sys_role_grant').values({ user_id: dean, role_code: 'ROLE_ADMIN' }).execute();
  const admin = await world.as('admin', 'ROLE_ADMIN');
  for (const { key } of kinds.all) {
    const reached = chainOf(['only', step('only', '', ASKED.map(person).join(''))]);
    expect((await published(admin, key, drawn(reached))).status, key).toBe(200);
  }
});
afterAll(() => world.end());

/** Submits a document of each kind and returns its id. */
const SUBMIT: Record<string, () => Promise<string>> = {
  'wms-inbound': async () =>
    (await submitted(scene.cast.teacher, { type: 'INBOUND', warehouseId, lines: [saltLine(scene.places)] })).id,
  'wms-outbound': async () =>
    (await submitted(scene.cast.teacher, { type: 'OUTBOUND', warehouseId, lines: [saltLine(scene.places)] })).id,
  'wms-move': async () => {
    const lines = [lineOf(scene.places.product(PRODUCT), '1', { productBoxId: stockId, unit: 'BOX' })];
    return (await submitted(scene.cast.keeper, { type: 'MOVE', warehouseId, targetWarehouseId: scene.places.w1, lines })).id;
  },
  'wms-count': async () => {
    const { container_id: containerId } = await world.services.db
      .selectFrom('wms_warehouse_box')
      .where('code', '=', 'W2-A-R1-B1')
      .selectAll()
      .executeTakeFirstOrThrow();
    const box = { containerId, code: 'READERS-1', type: 'SHARED', mixPolicy: 'MIXED' } as const;
    const { id: boxId } = (await manager.call(boxRoutes.createBox, { body: box })).data;
    await post(world.services.db, [{ product: PRODUCT, owner: 'LAB-CATALYSIS', box: box.code, qty: '3' }]);
    const body = countForm.parse({
      warehouseId,
      type: 'SPOT',
      scope: 'BOX',
      boxIds: [boxId],
      assignees: [scene.cast.keeper.id],
    });
    const { id, rev } = (await manager.call(countRoutes.createCount, { body })).data;
    await manager.call(countRoutes.publishCount, { params: { id }, body: { rev } });
    const { list } = (await scene.cast.keeper.call(countRoutes.listCountLines, { params: { id } })).data;
    const values = list.map(({ id: lineId, ver, baseUnit }) => ({
      id: newId(),
      lineId,
      ver,
      qty: '3',
      unit: baseUnit,
      reason: null,
      note: null,
      at: null,
    }));
    await scene.cast.keeper.call(countRoutes.countLines, { params: { id }, body: { values, found: [] } });
    const counted = (await manager.call(countRoutes.getCount, { params: { id } })).data;
    const sent = await manager.call(countRoutes.submitCount, { params: { id }, body: { rev: counted.rev } });
    expect(sent.data.state).toBe('SUBMITTED');
    return id;
  },
  'wms-after-sales': async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    pictureId = (await scene.cast.teacher.upload(fileRoutes.upload, picture, '受潮.png')).data.id;
    const body = caseForm.parse({
      kind: 'RETURN',
      productBoxId: stockId,
      qty: '1',
      solution: 'RETURN_SUPPLIER',
      description: '外包装受潮',
      pictures: [pictureId],
    });
    const { id, rev } = (await scene.cast.teacher.call(afterSalesRoutes.createCase, { body })).data;
    expect((await scene.cast.teacher.call(afterSalesRoutes.submitCase, { params: { id }, body: { rev } })).status).toBe(200);
    return id;
  },
  'wms-share': async () => {
    const owner = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
    await post(world.services.db, [{ product: PRODUCT, owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '5' }]);
    const listing = {
      orgId: owner,
      productId: scene.places.product(PRODUCT),
      visibleTo: 'CAMPUS',
      shareMode: 'GIVE',
      price: null,
      maxQty: null,
      fromDay: null,
      untilDay: null,
      note: null,
    } as const;
    const { id, rev } = (await manager.call(listingRoutes.createListing, { body: listing })).data;
    await manager.call(listingRoutes.putUpListing, { params: { id }, body: { rev } });
    const body = { listingId: id, warehouseId, qty: '1', purpose: '课题实验', neededBy: null, giveBackBy: null };
    return (await scene.cast.teacher.call(shareRoutes.createShare, { body })).data.id;
  },
};

const base = { WMS_TRANSACTION: '/wms/transaction/', WMS_INVENTORY: '/wms/inventory/', WMS_AFTER_SALES: '/wms/after-sales/' };
const routesOf = (bizType: string): Route[] =>
  allRoutes.filter(
    ({ reviewers, path }) => reviewers && path.startsWith((base as Record<string, string>)[bizType] ?? '/wms/share/'),
  );

test.each(kinds.all.map(({ key, bizType }) => [key, bizType] as const))(
  '[S2.67] %s is readable for everyone who is asked, under each of their page roles and without one, until it is decided',
  async (key, bizType) => {
    const id = await SUBMIT[key]!();
    const routes = routesOf(bizType);
    expect(routes.length).toBeGreaterThan(0);
    const statuses = async (name: string, expected: number[]) => {
      const held = (await rolesOf(world, name)).map(({ code }) => code);
      for (const pageRole of [null, ...PAGE_ROLES.filter((role) => held.includes(role))]) {
        const reader = await world.as(name, null);
        const headers: Record<string, string> = pageRole === null ? {} : { [PAGE_ROLE_HEADER]: pageRole };
        for (const route of routes) {
          const { status } = await reader.send('GET', pathOf(route, { id }), undefined, headers);
          expect(expected, `${name} as ${pageRole}: ${route.path} ${status}`).toContain(status);
        }
      }
    };
    for (const name of ASKED) await statuses(name, [200]);
    if (pictureId !== null && key === 'wms-after-sales')
      for (const name of ASKED)
        expect(
          (await (await world.as(name, null)).send('GET', pathOf(fileRoutes.download, { file: pictureId }))).status,
          name,
        ).toBe(200);
    const decider = await world.as('dean', null);
    const task = (await decider.call(workRoutes.listTodo, { query: { key: [key] } })).data.list.find(
      ({ bizId }) => bizId === id,
    )!;
    const body = { rev: task.rev, comment: '不同意' };
    expect((await decider.call(workRoutes.rejectTask, { params: { id: task.taskId! }, body })).status).toBe(200);
    for (const name of ['dean', 'supplier', 'staff', 'teacher2']) await statuses(name, [403, 404, 409]);
  },
);
