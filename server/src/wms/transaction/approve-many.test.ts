// Bulk approval: each document is shown first, and no risk is approved unseen.
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, lineOf, openScene, saltLine, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const inbound = (lines: Parameters<typeof submitted>[1]['lines']) =>
  submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
const sheetsOf = async (...documents: Transaction[]) =>
  (await cast.reviewer.call(routes.listReviewSheets, { query: { ids: documents.map(({ id }) => id).join(',') } as never })).data;
const approve = async (documents: { id: string; rev: number; seen?: TransactionRisk[] }[], comment: string | null = null) =>
  (
    await cast.reviewer.call(routes.approveBatch, {
      body: { documents: documents.map(({ id, rev, seen = [] }) => ({ id, rev, seen })), comment },
    })
  ).data;

/** Sets the state of a batch of salt, as a product manager would. */
async function setBatch(batchNo: string, status: 'HOLD' | 'RECALLED'): Promise<void> {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { id, rev } = await world.services.db
    .selectFrom('wms_batch')
    .where('batch_no', '=', batchNo)
    .select(['id', 'rev'])
    .executeTakeFirstOrThrow();
  const answer = await manager.call(batchRoutes.setBatchStatus, { params: { id }, body: { status, reason: '供应商通知', rev } });
  expect(answer.status).toBe(200);
}

test('[F-U1] bulk approval shows lines, quantities and risks of each document, and refuses an unseen risk', async () => {
  const plain = await inbound([saltLine(places, '2', { unitPrice: '12.5' })]);
  const expired = await inbound([saltLine(places, '1'), saltLine(places, '3', { batchNo: 'OLD', expiresOn: '2026-01-31' })]);
  const sheets = await sheetsOf(expired, plain);
  expect(sheets.map(({ no, risks, lineCount, value, needsReason }) => ({ no, risks, lineCount, value, needsReason }))).toEqual([
    { no: plain.no, risks: [], lineCount: 1, value: '25', needsReason: false },
    { no: expired.no, risks: ['EXPIRED'], lineCount: 2, value: null, needsReason: expired.levels === 1 },
  ]);
  // Riskiest first.
  expect(sheets[1]!.lines).toMatchObject([
    { lineNo: 2, batchNo: 'OLD', expiresOn: '2026-01-31', qty: '3', risks: ['EXPIRED'], product: { code: 'C-NACL' } },
    { lineNo: 1, risks: [] },
  ]);

  const reply = await approve([plain, expired], '同意');
  expect(reply).toMatchObject({ done: 1, refused: [{ id: expired.id }] });
  expect(reply.refused[0]!.message).toContain('过期');
  expect(await approve([{ ...expired, seen: ['EXPIRED'] }], '同意')).toMatchObject({ done: 1, refused: [] });
});

test('[F-3U7] shows only those selected documents that wait for the caller', async () => {
  const [waits, over, mine] = [
    await inbound([saltLine(places, '1')]),
    await inbound([saltLine(places, '1')]),
    await inbound([saltLine(places, '1')]),
  ];
  await approve([over]);
  const body = { rev: mine.rev, comment: null };
  expect((await cast.teacher.call(routes.withdrawTransaction, { params: { id: mine.id }, body })).status).toBe(200);
  expect((await sheetsOf(waits, over, mine)).map(({ id }) => id)).toEqual([waits.id]);
});

test('[F-U1] a recall after the preview is an unseen risk', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '5', { batchNo: 'RC-1' })] });
  const out = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [saltLine(places, '2', { batchNo: 'RC-1', expiresOn: null })],
  });
  expect((await sheetsOf(out))[0]).toMatchObject({ risks: [] });
  await setBatch('RC-1', 'RECALLED');
  expect(await approve([out])).toMatchObject({ done: 0, refused: [{ id: out.id }] });
  expect((await sheetsOf(out))[0]).toMatchObject({ risks: ['RECALLED'] });
});

test('[F-U1] controlled goods, held batches and quotas are risks; documents of other warehouses are hidden', async () => {
  const toxic = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w1,
    lines: [lineOf(places.product('C-NACN'), '1', { batchNo: 'RX', expiresOn: '2030-01-01' })],
  });
  await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '1', { batchNo: 'HD-1' })] });
  await setBatch('HD-1', 'HOLD');
  const held = await inbound([saltLine(places, '1', { batchNo: 'HD-1' })]);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const quota = { orgId: held.ownerOrgId, warehouseId: places.w2, maxBoxes: null, maxVolumeL: '0.001' };
  await manager.call(quotaRoutes.setQuota, { body: quota });
  const risks = new Map((await sheetsOf(toxic, held)).map((sheet) => [sheet.id, sheet.risks]));
  expect(risks.get(toxic.id)).toEqual(['TOXIC']);
  expect(risks.get(held.id)?.toSorted()).toEqual(['HOLD', 'QUOTA']);
  await manager.call(quotaRoutes.setQuota, { body: { ...quota, maxVolumeL: null } });

  await addOtherWarehouse(world.services.db);
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  expect((await other.call(routes.listReviewSheets, { query: { ids: held.id } as never })).data).toEqual([]);
});
