// What ends each message: every template is triggered and then ended.
import { readFileSync } from 'node:fs';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { productRoutes } from '@kuwei/contract/wms/product';
import { listingRoutes } from '@kuwei/contract/wms/org-product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  approved,
  assigned,
  cosign,
  deposited,
  draft,
  finished,
  lineOf,
  openScene,
  saltForm,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { published } from '../../../test/_published.ts';
import { idOf, post } from '../../../test/_stock.ts';
import type { Person, World } from '../../../test/_world.ts';
import { findStuck } from '../../bpm/stuck.ts';
import { newId } from '../../db/id.ts';
import { kinds } from '../kinds.ts';
import { MESSAGES, type Template } from '../../platform/msg-inbox/messages.ts';
import { evaluateWarnings } from '../ews-product/scheduled.ts';
import { takeDownExpired } from '../org-product/scheduled.ts';
import { endAllPastMessages } from './end-messages.ts';

let world: World;
let cast: Cast;
let places: Places;
let manager: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

/** Unread messages of a person by template and object. */
const unread = async (person: Person, template: Template, objectId: string): Promise<number> =>
  (
    await world.services.db
      .selectFrom('sys_message_copy as c')
      .innerJoin('sys_message as m', 'm.id', 'c.message_id')
      .where('c.user_id', '=', person.id)
      .where('c.state', '=', 'NEW')
      .where('m.template', '=', template)
      .where('m.object_id', '=', objectId)
      .select('c.id')
      .execute()
  ).length;
const countOf = async (person: Person): Promise<number> =>
  (await person.call(inbox.countMine, { query: { state: ['NEW'] } })).data;

let made = 0;
const batchNo = (): string => `MSG-${made++}`;
const salt = (qty = '3') => ({ warehouseId: places.w2, lines: [saltLine(places, qty, { batchNo: batchNo() })] });
const deposit = () => submitted(cast.teacher, { type: 'INBOUND', ...salt() });
/** Stock of the group in a batch of its own. */
const inStock = async () => {
  const done = await deposited(cast, salt(), places.box('W2-A-R1-B1'));
  const { list } = (await manager.call(productBoxRoutes.listStock, { query: { q: done.lines[0]!.batchNo! } })).data;
  return list[0]!;
};
const collection = async () => {
  const stock = await inStock();
  const line = lineOf(stock.productId, '1', { productBoxId: stock.id });
  return { stock, document: await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [line] }) };
};
const toxic = async () => {
  const lines = [lineOf(places.product('C-NACN'), '1', { batchNo: batchNo(), expiresOn: '2099-01-01' })];
  return assigned(cast, await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines })));
};
/** A collection locked by too many wrong pick-up codes. */
const locked = async (): Promise<string> => {
  const { document } = await collection();
  const { id, rev } = await assigned(cast, await approved(cast, document));
  for (let tries = 0; tries < 5; tries++)
    await cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev, pickupCode: 'wrong' } });
  return id;
};
const release = (id: string) => manager.call(routes.releasePickupCode, { params: { id }, body: { comment: '已核对身份' } });
const putAway = async () => assigned(cast, await approved(cast, await deposit()), places.box('W2-A-R1-B1'));
const partly = async () => {
  const document = await putAway();
  const boxes = [{ id: document.lines[0]!.boxes[0]!.id, qty: '1' }];
  return (await cast.keeper.call(routes.finishTransaction, { params: { id: document.id }, body: { rev: document.rev, boxes } }))
    .data;
};
const step = (
  person: Person,
  route: 'withdraw' | 'return' | 'reject' | 'void' | 'closeShort' | 'reverse',
  { id, rev }: Transaction,
) => person.call(routes[`${route}Transaction`], { params: { id }, body: { rev, comment: '说明' } });
const read = (person: Person) => person.call(inbox.notifyAllMine, { body: null });
const setBatch = async (id: string, status: 'OK' | 'HOLD' | 'RECALLED') => {
  const { rev } = (await manager.call(batchRoutes.getBatch, { params: { id } })).data;
  return (await manager.call(batchRoutes.setBatchStatus, { params: { id }, body: { status, reason: '供应商通知', rev } })).data;
};
const freeze = async (id: string, frozen: boolean) => {
  const { rev } = (await manager.call(productBoxRoutes.getStock, { params: { id } })).data;
  return (await manager.call(productBoxRoutes.freezeStock, { params: { id }, body: { frozen, reason: '抽检', rev } })).data;
};
const setBox = async (state: 'LOCKED' | 'ACTIVE' | 'RETIRED', code: string) => {
  const params = { id: places.box(code) };
  const { rev } = (await manager.call(boxRoutes.getBox, { params })).data;
  return (
    await manager.call(boxRoutes.setBoxState, {
      params,
      body: { state, lockReason: state === 'LOCKED' ? 'MAINTENANCE' : null, rev },
    })
  ).data;
};
const setProduct = async (id: string, state: 'DISABLED' | 'ACTIVE') => {
  const { rev } = (await manager.call(productRoutes.getProduct, { params: { id } })).data;
  return (await manager.call(productRoutes.setProductState, { params: { id }, body: { state, rev } })).data;
};

const shipped = (key: string): string => readFileSync(new URL(`definitions/${key}.bpmn`, import.meta.url), 'utf8');

interface Case {
  to: Person;
  about: string;
  end: () => Promise<unknown>;
}
const byReading = (to: Person, about: string): Case => ({ to, about, end: () => read(to) });

/** Account messages have tests of their own: only reading ends them. */
type AboutAccounts =
  | 'msg.roleEnded'
  | 'msg.membershipEnded'
  | 'msg.ruleEnded'
  | 'msg.ruleGiven'
  | 'msg.accountEnded'
  | 'msg.workTaken'
  | 'msg.delegationEnded'
  | 'msg.importCut'
  | 'msg.nightly'
  | 'msg.nightlyFailed'
  | 'msg.nightlyCut'
  | 'msg.report'
  | 'msg.reportFailed'
  | 'msg.reportOver'
  | (Template & `msg.backup${string}`)
  | 'msg.sessionReused'
  | 'msg.actedAs'
  | 'msg.passwordChanged'
  | 'msg.emailChanged'
  | 'msg.secondFactorOn'
  | 'msg.secondFactorOff'
  | 'msg.apiTokenIssued'
  | AboutCounts
  | AboutCases
  | (Template & `msg.${'share' | 'permit' | 'flow'}${string}`);

/** Ended by steps of a count (inventory.test.ts). */
type AboutCounts = Template & (`msg.count${string}` | 'msg.toCount');

/** Likewise of an after-sales case (after-sales.test.ts). */
type AboutCases = Template & `msg.afs${string}`;

/** Adds a copy recipient, by user name, to the deposit workflow. */
async function addCopy(to: Person) {
  const copying = shipped('wms-inbound').replace(
    /<bpmn:userTask id="review1"([^>]*)\/>/,
    `<bpmn:userTask id="review1"$1><bpmn:extensionElements><kuwei:copy kind="PERSON" person="${to.username}"/></bpmn:extensionElements></bpmn:userTask>`,
  );
  const admin = await world.as('admin', 'ROLE_ADMIN');
  await published(admin, 'wms-inbound', copying);
  const document = await deposit();
  await published(admin, 'wms-inbound', shipped('wms-inbound'));
  return byReading(to, document.id);
}

const cases: Record<Exclude<Template, AboutAccounts>, () => Promise<Case>> = {
  'msg.toReview': async () => {
    const document = await deposit();
    return { to: cast.reviewer, about: document.id, end: () => step(cast.teacher, 'withdraw', document) };
  },
  'msg.reviewWaits': async () => {
    const document = await deposit();
    const { db } = world.services;
    await sql`update bpm_task set created_at = now() - interval '5 hours' where biz_id = ${document.id}`.execute(db);
    const task = await db.selectFrom('bpm_task').where('biz_id', '=', document.id).select('id').executeTakeFirstOrThrow();
    await cast.teacher.call(workRoutes.remindTask, { params: { id: task.id } });
    return { to: cast.reviewer, about: document.id, end: () => step(cast.teacher, 'withdraw', document) };
  },
  'msg.reviewCopied': () => addCopy(cast.keeper2),
  'msg.reviewToldOf': async () => addCopy(await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO')),
  'msg.reviewStuck': async () => {
    const document = await deposit();
    await sql`update bpm_task set candidate_roles = '{}' where biz_id = ${document.id}`.execute(world.services.db);
    await findStuck(world.services, kinds);
    return byReading(await world.as('admin', 'ROLE_ADMIN'), document.id);
  },
  'msg.toExecute': async () => {
    const document = await approved(cast, await deposit());
    return {
      to: cast.keeper2,
      about: document.id,
      end: async () => finished(cast, await assigned(cast, document, places.box('W2-A-R1-B1'))),
    };
  },
  'msg.toCosign': async () => {
    const document = await toxic();
    return { to: cast.keeper2, about: document.id, end: () => cosign(manager, document) };
  },
  'msg.toConfirmReversal': async () => {
    const done = await finished(cast, await toxic());
    const { data: asked } = await cast.reviewer2.call(routes.askReversal, {
      params: { id: done.id },
      body: { rev: done.rev, comment: '录错' },
    });
    return { to: cast.keeper, about: done.id, end: () => cosign(cast.keeper2, asked) };
  },
  'msg.pickupLocked': async () => {
    const id = await locked();
    return { to: cast.teacher, about: id, end: () => release(id) };
  },
  'msg.pickupReleased': async () => {
    const id = await locked();
    await release(id);
    return byReading(cast.teacher, id);
  },
  'msg.toCollect': async () => {
    const { document } = await collection();
    const planned = await assigned(cast, await approved(cast, document));
    return { to: cast.teacher, about: document.id, end: () => finished(cast, planned) };
  },
  'msg.toCorrect': async () => {
    const back = (await step(cast.reviewer, 'return', await deposit())).data;
    return { to: cast.teacher, about: back.id, end: () => submit(cast.teacher, back) };
  },
  'msg.returned': async () => {
    const { db } = world.services;
    const document = await deposit();
    const other = await world.as('teacher2', 'ROLE_TEACHER');
    const member = (person: Person) => ({ org_id: document.ownerOrgId, user_id: person.id, relation: 'MEMBER' as const });
    const leaves = (person: Person) =>
      db.deleteFrom('wms_org_user').where('org_id', '=', document.ownerOrgId).where('user_id', '=', person.id).execute();
    await db.insertInto('wms_org_user').values(member(other)).execute();
    await leaves(cast.teacher);
    await step(cast.reviewer, 'return', document);
    await db.insertInto('wms_org_user').values(member(cast.teacher)).execute();
    await leaves(other);
    return byReading(other, document.id);
  },
  'msg.approved': async () => {
    const document = await approved(cast, await deposit());
    return { to: cast.teacher, about: document.id, end: () => step(cast.keeper, 'void', document) };
  },
  'msg.rejected': async () => byReading(cast.teacher, (await step(cast.reviewer, 'reject', await deposit())).data.id),
  'msg.done': async () => {
    const done = await finished(cast, await putAway());
    return { to: cast.teacher, about: done.id, end: () => step(cast.reviewer2, 'reverse', done) };
  },
  'msg.partial': async () => {
    const document = await partly();
    return { to: cast.teacher, about: document.id, end: () => step(cast.keeper, 'closeShort', document) };
  },
  'msg.lineCut': async () => {
    const form = salt();
    const two = { type: 'INBOUND' as const, ...form, lines: [...form.lines, ...salt().lines] };
    const { id, rev, lines } = await approved(cast, await submitted(cast.teacher, two));
    const body = { rev, lineId: lines[0]!.id, comment: '说明' };
    await cast.keeper.call(routes.cutLine, { params: { id }, body });
    return byReading(cast.teacher, id);
  },
  'msg.closedShort': async () => byReading(cast.teacher, (await step(cast.keeper, 'closeShort', await partly())).data.id),
  'msg.voided': async () =>
    byReading(cast.teacher, (await step(cast.keeper, 'void', await approved(cast, await deposit()))).data.id),
  'msg.reversed': async () => {
    const done = await finished(cast, await putAway());
    await step(cast.reviewer2, 'reverse', done);
    return byReading(cast.teacher, done.id);
  },
  'msg.troubleHeld': async () => {
    const { stock, document } = await collection();
    await setBatch(stock.batchId, 'HOLD');
    return { to: cast.reviewer, about: document.id, end: () => setBatch(stock.batchId, 'OK') };
  },
  'msg.troubleRecalled': async () => {
    const { stock, document } = await collection();
    await setBatch(stock.batchId, 'RECALLED');
    return { to: cast.teacher, about: document.id, end: () => step(cast.teacher, 'withdraw', document) };
  },
  'msg.troubleFrozen': async () => {
    const { stock, document } = await collection();
    const ready = await approved(cast, document);
    await freeze(stock.id, true);
    return { to: cast.keeper, about: document.id, end: async () => [await freeze(stock.id, false), ready] };
  },
  'msg.troubleLocked': async () => {
    const document = await putAway();
    await setBox('LOCKED', 'W2-A-R1-B1');
    return { to: cast.keeper, about: document.id, end: () => setBox('ACTIVE', 'W2-A-R1-B1') };
  },
  'msg.troubleRetired': async () => {
    const document = await assigned(cast, await approved(cast, await deposit()), places.box('W2-A-R2-B1'));
    await setBox('RETIRED', 'W2-A-R2-B1');
    return { to: cast.keeper2, about: document.id, end: () => step(cast.keeper, 'void', document) };
  },
  'msg.troubleOff': async () => {
    const document = await deposit();
    const { productId } = { productId: places.product('C-NACL') };
    await setProduct(productId, 'DISABLED');
    return { to: cast.reviewer, about: document.id, end: () => setProduct(productId, 'ACTIVE') };
  },
  'msg.troubleOver': async () => {
    const { stock, document } = await collection();
    await freeze(stock.id, true);
    await freeze(stock.id, false);
    return { to: cast.teacher, about: document.id, end: () => freeze(stock.id, true) };
  },
  'msg.batchHeld': async () => {
    const { batchId } = await inStock();
    await setBatch(batchId, 'HOLD');
    return { to: cast.teacher, about: batchId, end: () => setBatch(batchId, 'RECALLED') };
  },
  'msg.batchRecalled': async () => {
    const { batchId } = await inStock();
    await setBatch(batchId, 'RECALLED');
    return { to: cast.teacher, about: batchId, end: () => setBatch(batchId, 'OK') };
  },
  'msg.batchReleased': async () => {
    const { batchId } = await inStock();
    await setBatch(batchId, 'HOLD');
    await setBatch(batchId, 'OK');
    return byReading(cast.teacher, batchId);
  },
  'msg.stockFrozen': async () => {
    const { id } = await inStock();
    await freeze(id, true);
    return { to: cast.teacher, about: id, end: () => freeze(id, false) };
  },
  'msg.stockReleased': async () => {
    const { id } = await inStock();
    await freeze(id, true);
    await freeze(id, false);
    return byReading(cast.teacher, id);
  },
  'msg.ledgerFault': async () => {
    const { db } = world.services;
    const shift = (by: string) =>
      sql`
      update wms_transaction_line set qty_done = qty_done + ${by}::numeric where id = (select line_id from wms_ledger order by seq limit 1)`.execute(
        db,
      );
    await inStock();
    await shift('-0.5');
    const { ok } = (await manager.call(productBoxRoutes.proveLedger)).data;
    await shift('0.5');
    expect(ok).toBe(false);
    return byReading(await world.as('admin', 'ROLE_ADMIN'), 'ledger');
  },
  'msg.shelfUp': async () => {
    const { db } = world.services;
    await post(db, [{ product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '1' }]);
    const orgId = await idOf(db, 'wms_org', 'LAB-CATALYSIS');
    const body = {
      orgId,
      productId: await idOf(db, 'wms_product', 'P-TIP-200'),
      visibleTo: 'OWN' as const,
      shareMode: 'GIVE' as const,
      price: null,
      maxQty: null,
      fromDay: null,
      untilDay: null,
      note: null,
    };
    const { id, rev } = (await manager.call(listingRoutes.createListing, { body })).data;
    expect((await manager.call(listingRoutes.putUpListing, { params: { id }, body: { rev } })).status).toBe(200);
    return byReading(cast.teacher, id);
  },
  'msg.shelfDown': async () => {
    const id = newId();
    await sql`insert into wms_org_product (id, org_id, product_id, state, visible_to, share_mode, until_day)
      select ${id}, o.id, p.id, 'ON', 'CAMPUS', 'GIVE', current_date - 1
        from wms_org o, wms_product p where o.code = 'LAB-CATALYSIS' and p.code = 'W-BEAKER-250'`.execute(world.services.db);
    await takeDownExpired(world.services);
    return byReading(cast.teacher, id);
  },
  'msg.warnings': async () => {
    const { db } = world.services;
    const look = () =>
      sql`select wms_ews_look(array[o.id], array[p.id], array[w.id])
      from wms_org o, wms_product p, wms_warehouse w
     where o.code = 'LAB-CATALYSIS' and p.code = 'W-BEAKER-250' and w.code = 'W1'`.execute(db);
    await evaluateWarnings(world.services);
    const id = newId();
    await sql`insert into wms_stock_limit (id, org_id, warehouse_id, product_id, min_qty)
      select ${id}, o.id, w.id, p.id, 1000000 from wms_org o, wms_product p, wms_warehouse w
       where o.code = 'LAB-CATALYSIS' and p.code = 'W-BEAKER-250' and w.code = 'W1'`.execute(db);
    await look();
    await evaluateWarnings(world.services);
    const { bundle } = await db
      .selectFrom('wms_ews')
      .where('kind', 'in', ['OUT', 'LOW_STOCK'])
      .where('state', '=', 'OPEN')
      .where('product_id', '=', places.product('W-BEAKER-250'))
      .select('bundle')
      .executeTakeFirstOrThrow();
    const end = async () => {
      await db.deleteFrom('wms_stock_limit').where('id', '=', id).execute();
      await look();
      await evaluateWarnings(world.services);
    };
    return { to: cast.teacher, about: bundle!, end };
  },
};

describe('[F-D11] every message ends with its cause', () => {
  for (const [template, happen] of Object.entries(cases) as [Template, () => Promise<Case>][])
    test(template, async () => {
      const { to, about, end } = await happen();
      expect([template, await unread(to, template, about)]).toEqual([template, 1]);
      await end();
      expect([template, await unread(to, template, about)]).toEqual([template, 0]);
    });

  test('every template is covered: whatever has a text has an end', () => {
    // Messages of reports and imports are tested in plan.test.ts and opening.test.ts.
    const elsewhere = /^msg\.(report|import)/;
    const accounts = Object.entries(MESSAGES).filter(([name, { ends }]) => ends.by === 'read' || elsewhere.test(name));
    expect([...Object.keys(cases), ...accounts.map(([name]) => name)].toSorted()).toEqual(Object.keys(MESSAGES).toSorted());
  });
});

test('[F-D11] a decision ends the to-dos of the other reviewers: approved, bulk-approved, returned, rejected', async () => {
  const second = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const decisions: ((document: Transaction) => Promise<unknown>)[] = [
    (document) => approved(cast, document),
    ({ id, rev }) => cast.reviewer.call(routes.approveBatch, { body: { documents: [{ id, rev }], comment: null } }),
    (document) => step(cast.reviewer, 'return', document),
    (document) => step(cast.reviewer, 'reject', document),
  ];
  for (const decide of decisions) {
    const document = await deposit();
    const before = await unread(second, 'msg.toReview', document.id);
    expect(before).toBe(1);
    await decide(document);
    expect(await unread(second, 'msg.toReview', document.id)).toBe(0);
  }
});

test('[F-D11] a read to-do stays and shows that it is over; of several notices about a document only one is unread', async () => {
  const document = await deposit();
  const mine = async () => (await cast.reviewer.call(inbox.listMine)).data.list.find(({ objectId }) => objectId === document.id)!;
  const { id, ended } = await mine();
  expect(ended).toBeNull();
  await cast.reviewer.call(inbox.notifyMine, { params: { id } });
  await read(cast.teacher);
  const before = await countOf(cast.teacher);
  await finished(cast, await assigned(cast, await approved(cast, document), places.box('W2-A-R1-B1')));
  expect((await mine()).ended).not.toBeNull();
  expect(await countOf(cast.teacher)).toBe(before + 1);
});

test('the call to collect goods is withdrawn while they are blocked, and renewed afterwards', async () => {
  const { stock, document } = await collection();
  await assigned(cast, await approved(cast, document));
  const collects = async () =>
    (await cast.teacher.call(todoRoutes.listMyTodos)).data
      .filter(({ kind }) => kind === 'COLLECT')
      .some(({ documents }) => documents.some(({ id }) => id === document.id));
  const blockers: ((isLifted: boolean) => Promise<unknown>)[] = [
    (isLifted) => setBatch(stock.batchId, isLifted ? 'OK' : 'HOLD'),
    (isLifted) => freeze(stock.id, !isLifted),
    (isLifted) => setBatch(stock.batchId, isLifted ? 'OK' : 'RECALLED'),
  ];
  expect([await collects(), await unread(cast.teacher, 'msg.toCollect', document.id)]).toEqual([true, 1]);
  for (const block of blockers) {
    await block(false);
    expect([await collects(), await unread(cast.teacher, 'msg.toCollect', document.id)]).toEqual([false, 0]);
    await block(true);
    expect(await collects()).toBe(true);
    expect(await unread(cast.teacher, 'msg.troubleOver', document.id)).toBeGreaterThan(0);
  }
});

test("[F-D11] losing the right to review, or leaving, ends a reviewer's to-dos", async () => {
  const { db } = world.services;
  const document = await deposit();
  const held = db
    .deleteFrom('sys_user_role')
    .where('user_id', '=', cast.reviewer.id)
    .where('role_code', '=', 'ROLE_WMS_ADMIN_INBOUND_01');
  await held.execute();
  onTestFinished(async () => {
    await db.insertInto('sys_user_role').values({ user_id: cast.reviewer.id, role_code: 'ROLE_WMS_ADMIN_INBOUND_01' }).execute();
  });
  await endAllPastMessages(world.services);
  expect(await unread(cast.reviewer, 'msg.toReview', document.id)).toBe(0);
  expect(await unread(manager, 'msg.toReview', document.id)).toBe(1);
});

test('[F-D9, F-U6] messages about trouble or a confirmation link to where the recipient can act', async () => {
  const { stock, document } = await collection();
  const ready = await assigned(cast, await approved(cast, document));
  await setBatch(stock.batchId, 'RECALLED');
  const linkOf = async (person: Person, title: RegExp, id: string) =>
    (await person.call(inbox.listMine)).data.list.find((message) => title.test(message.title) && message.objectId === id)?.link;
  expect(await linkOf(cast.teacher, /批次已召回/, ready.id)).toBe(`/teacher/wms/transaction/outbound/edit?id=${ready.id}`);
  expect(await linkOf(cast.keeper, /批次已召回/, ready.id)).toBe(`/admin/wms/transaction/outbound/editbox?id=${ready.id}`);
  expect(await linkOf(cast.reviewer, /批次已召回/, ready.id)).toBeUndefined();
  const poison = await toxic();
  expect(await linkOf(cast.keeper2, /待确认：/, poison.id)).toBe(`/admin/wms/transaction/inbound/editbox?id=${poison.id}`);
  // The storekeeper who put it away is not asked to confirm it.
  expect(await linkOf(cast.keeper, /待确认：/, poison.id)).toBeUndefined();
});

test('[F-D11] a message names person, group, document type and goods', async () => {
  const lines = [saltLine(places, '1', { batchNo: batchNo() }), lineOf(places.product('P-TUBE-50'), '1', { unit: 'PACK' })];
  const document = await submitted(cast.teacher, { ...saltForm(places), type: 'INBOUND', warehouseId: places.w2, lines });
  const text = async (language: string) =>
    (await cast.reviewer.call(inbox.listMine, { headers: { 'accept-language': language } })).data.list.find(
      ({ objectId }) => objectId === document.id,
    )!.content;
  expect(await text('zh')).toBe(`催化化学课题组陈思远提交了存放申请 ${document.no}（氯化钠等 2 项），请审核。`);
  expect(await text('en')).toMatch(
    new RegExp(`submitted deposit request ${document.no} \\(.+ and more, 2 lines\\)\\. Please review it\\.`),
  );
  expect((await draft(cast.teacher, { type: 'INBOUND', ...salt() })).state).toBe('DRAFT');
});
