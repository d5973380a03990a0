// Changes one fact of a posted document as database owner, leaving all other records of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scene } from '../../../test/_flow.ts';
import { findFailingChecksAfter, openPosted } from '../../../test/_tampered.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openPosted();
});
afterAll(() => scene.world.end());

const POSTED = `(select transaction_id from wms_ledger where kind = 'IN' order by seq desc limit 1)`;
const IN_OF = `(select seq from wms_ledger where kind = 'IN' and transaction_id = ${POSTED} limit 1)`;
const LINE_OF = `(select line_id from wms_ledger where seq = ${IN_OF})`;
const OTHER_BOX = `(select id from wms_warehouse_box b where b.id not in (select box_id from wms_ledger) order by id limit 1)`;
const OTHER_STOCK = `(select id from wms_product_box s where s.id not in (select product_box_id from wms_ledger where kind = 'MOVE_OUT') order by id limit 1)`;
const MOVE_LINE = `(select line_id from wms_ledger where kind = 'MOVE_OUT' limit 1)`;
const BATCHED = `(select l.line_id from wms_ledger l join wms_batch b on b.id = l.batch_id where b.batch_no <> '-' and l.kind = 'IN' limit 1)`;
const STRANGER = `(select id from sys_user where username = 'manager')`;
const POSTED_BY = `transaction_id = ${POSTED} and action`;

/** One column or row of a posted document's records, and the check that finds it. */
const CHANGES: readonly [string, string, string][] = [
  ['box of a deposit', `update wms_transaction_line_box set box_id = ${OTHER_BOX} where line_id = ${LINE_OF}`, 'LINES'],
  ['box that a move leads to', `update wms_transaction_line_box set box_id = ${OTHER_BOX} where line_id = ${MOVE_LINE}`, 'LINES'],
  [
    'stock that a move takes from',
    `update wms_transaction_line_box set product_box_id = ${OTHER_STOCK} where line_id = ${MOVE_LINE}`,
    'LINES',
  ],
  ['amount planned for a box', `update wms_transaction_line_box set qty = qty + 1 where line_id = ${LINE_OF}`, 'LINES'],
  ['box of a line taken out', `delete from wms_transaction_line_box where line_id = ${LINE_OF}`, 'LINES'],
  ['price of a line', `update wms_transaction_line set unit_price = 777 where id = ${LINE_OF}`, 'ENTRIES'],
  ['price of an entry', `update wms_ledger set unit_price = 777 where seq = ${IN_OF}`, 'ENTRIES'],
  ['reason of an entry', `update wms_ledger set reason = 'x' where seq = ${IN_OF}`, 'ENTRIES'],
  [
    'reason of a reversal',
    `update wms_ledger set reason = 'y' where seq = (select max(seq) from wms_ledger where kind = 'REVERSAL')`,
    'ENTRIES',
  ],
  ['poster', `update wms_ledger set actor1_id = ${STRANGER} where seq = ${IN_OF}`, 'DECIDED'],
  ['proxy of an entry', `update wms_ledger set proxy_user_id = ${STRANGER} where seq = ${IN_OF}`, 'DECIDED'],
  ['second keeper of an entry', `update wms_ledger set actor2_id = ${STRANGER} where seq = ${IN_OF}`, 'DECIDED'],
  [
    'second keeper of a reversal',
    `update wms_ledger set actor2_id = ${STRANGER} where seq = (select max(seq) from wms_ledger where kind = 'REVERSAL')`,
    'DECIDED',
  ],
  [
    'second keeper of a document',
    `update wms_transaction set cosigned_by = ${STRANGER}, cosigned_for = 'FINISH' where id = ${POSTED}`,
    'DECIDED',
  ],
  ['expiry of a line', `update wms_transaction_line set expires_on = '2031-05-05' where id = ${BATCHED}`, 'LINES'],
  [
    'batch of a line',
    `update wms_transaction_line l set batch_id = (select id from wms_batch b where b.id <> l.batch_id limit 1) where id = ${BATCHED}`,
    'LINES',
  ],
  ['submission taken out', `delete from wms_transaction_record where ${POSTED_BY} = 'submit'`, 'DECIDED'],
  [
    'time of approval',
    `update wms_transaction set approved_at = approved_at - interval '1 day' where id = ${POSTED}`,
    'DOCUMENTS',
  ],
  ['no time of approval', `update wms_transaction set approved_at = null where id = ${POSTED}`, 'DOCUMENTS'],
  [
    'time of submission',
    `update wms_transaction set submitted_at = submitted_at - interval '1 day' where id = ${POSTED}`,
    'DOCUMENTS',
  ],
  ['creator', `update wms_transaction set created_by = ${STRANGER} where id = ${POSTED}`, 'DECIDED'],
  ['reviewer', `update bpm_decision set actor_id = ${STRANGER} where biz_id = ${POSTED}`, 'DECIDED'],
  ['user decided for', `update bpm_decision set for_user_id = ${STRANGER} where biz_id = ${POSTED}`, 'DECIDED'],
  ['proxy of a decision', `update bpm_decision set proxy_user_id = ${STRANGER} where biz_id = ${POSTED}`, 'DECIDED'],
  ['time of decision', `update bpm_decision set at = at - interval '1 day' where biz_id = ${POSTED}`, 'DECIDED'],
  [
    'reviewer in the timeline',
    `update wms_transaction_record set actor_id = ${STRANGER} where ${POSTED_BY} = 'approve'`,
    'DECIDED',
  ],
  [
    'a decision attributed to the program',
    `update bpm_decision set automatic = true, actor_id = (select id from sys_user where username = '$system') where biz_id = ${POSTED}`,
    'DECIDED',
  ],
];

const TABLES = ['wms_ledger', 'wms_transaction_record', 'bpm_decision'];

test.each(CHANGES)('%s', async (_, statement, check) => {
  expect(await findFailingChecksAfter(scene.world.services, TABLES, [statement])).toContain(check);
});

test('finds nothing where nothing was changed', async () => {
  expect(await findFailingChecksAfter(scene.world.services, TABLES, [])).toEqual([]);
});
