import type { Locale } from '@kuwei/contract/constants';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { ownersOfRow, warehousesOf } from '@kuwei/contract/wms/transaction-reply';
import { EXECUTION_STATES, reviewPart, documentStatusKey } from '@kuwei/contract/wms/transaction-state';
import { sql } from 'kysely';
import { createKeyedLimiter } from '../../limiter.ts';
import { withConfirmedIdentity } from '../../auth/confirm-identity.ts';
import { actorOf } from '../../context.ts';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { forEach } from '../../platform/batch.ts';
import { numberCell, sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { isGuestRow, scopeOf } from '../scope.ts';
import { performAction, record } from './act.ts';
import { isInScope } from './document.ts';
import { assignBoxes } from './assign.ts';
import { chainOf } from './chain.ts';
import { cancelLine } from './cancel-line.ts';
import { createDraft, replaceDraft } from './draft.ts';
import { cosign } from './cosign.ts';
import { closeShort, finishDocument, voidDocument } from './execute.ts';
import { importLines, lineTemplate, resolveLines } from './lines-io.ts';
import { exportLines } from './lines-out.ts';
import { marksText } from './marks.ts';
import { checkTry, needsCode, pickupCode, releaseCode } from './pickup.ts';
import { transactionList, type ListedRow } from './list.ts';
import { findByNo, findOwner, getHeadOnly, getTransaction } from './queries.ts';
import { listRecords } from './records.ts';
import { requestReversal, reverse } from './reverse.ts';
import { approve, returnOrReject } from './review.ts';
import { listReviewSheets } from './risks.ts';
import { submit } from './submit.ts';
import { cancel, withdraw } from './withdraw.ts';
import { suggest } from './suggest.ts';

/** Suggestions for long documents are CPU-bound: one at a time per user. */
const suggestionsOfEach = createKeyedLimiter(1, 4);

export const transactionHandlers: Handlers<typeof transactionRoutes> = {
  resolveLines: ({ body }, { db, caller, origin }) => resolveLines(db, body.type, body.rows, caller, origin.locale),
  importLines: { own: ({ query, body }, { db, caller, origin }) => importLines(db, query, body, caller, origin.locale) },
  getLineTemplate: ({ query }, { db, origin }) => lineTemplate(db, query.type, origin.locale),
  exportTransactions: async ({ query }, { db, caller, origin }) => {
    const list = await transactionList(db, query, caller, origin.locale, 'EXPORT');
    const name = query.type.toLowerCase() as Lowercase<typeof query.type>;
    return sheetOfRows(name, sheet(origin.locale), () => everyRow(db, list), origin.locale);
  },
  listReviewSheets: ({ query }, { db, caller, origin }) => listReviewSheets(db, query.ids, caller, origin.locale),
  approveBatch: {
    own: async ({ body }, context) => {
      const wanted = new Map(body.documents.map((each) => [each.id, each]));
      const documents = await context.db
        .selectFrom('wms_transaction as t')
        .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
        .where(sql<boolean>`t.id = any(${[...wanted.keys()]}::uuid[])`)
        .where(isInScope(scopeOf(context.caller)))
        .select(['t.id', 't.no as label'])
        .orderBy('t.no')
        .execute();
      const found = new Set(documents.map(({ id }) => id));
      const chosen = { records: documents, gone: [...wanted.keys()].filter((id) => !found.has(id)) };
      return forEach(context, chosen, (inside, { id }) => {
        const { rev, seen } = wanted.get(id)!;
        return approve(inside, id, { rev, comment: body.comment, lines: undefined }, { seen });
      });
    },
  },
  listTransactions: async ({ query }, { db, caller, origin }) => {
    const own = scopeOf(caller);
    const page = await listPage(db, query, await transactionList(db, query, caller, origin.locale));
    return { ...page, list: page.list.map((row) => ({ ...row, guest: isGuestRow(own, row) })) };
  },
  findByNo: ({ params }, { db, caller }) => findByNo(db, params.no, caller),

  findOwner: ({ params }, { db, caller, origin }) => findOwner(db, params.id, caller, origin.locale),

  createTransaction: async ({ body }, context) => {
    const id = await createDraft(context, body);
    await record(context, { id, round: 0 }, { action: 'create', from: null, to: 'DRAFT' });
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  getTransaction: ({ params }, { db, caller, origin }) => getTransaction(db, params.id, caller, origin.locale, 'SEE'),
  updateTransaction: async ({ params: { id }, body: { rev, ...form } }, context) => {
    await performAction(context, id, 'edit', rev, async (document) => {
      await replaceDraft(context.trx, document, form, context.caller, context.origin.locale);
      return { to: document.state };
    });
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  deleteTransaction: async ({ params: { id } }, context) => {
    await performAction(context, id, 'delete', null, async () => ({ to: 'DRAFT', set: { deleted_at: new Date() } }));
    return null;
  },
  submitTransaction: async ({ params: { id }, body }, context) => {
    await submit(context, id, body.rev);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  withdrawTransaction: async ({ params: { id }, body }, context) => {
    await withdraw(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  cancelTransaction: async ({ params: { id }, body }, context) => {
    await cancel(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  approveTransaction: async ({ params: { id }, body }, context) => {
    await approve(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  returnTransaction: async ({ params: { id }, body }, context) => {
    await returnOrReject(context, id, 'return', body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  rejectTransaction: async ({ params: { id }, body }, context) => {
    await returnOrReject(context, id, 'reject', body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  suggestBoxes: ({ params, body }, { db, caller, origin, aborted }) =>
    suggestionsOfEach(actorOf(caller), () => suggest(db, params.id, body.planned, caller, origin.locale, aborted())),
  assignBoxes: async ({ params: { id }, body }, context) => {
    await assignBoxes(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  // Excluded from idempotency: the key would keep a plain hash of a body that contains a password.
  cosignTransaction: {
    own: ({ params: { id }, body: { rev, what, boxes, ...proof } }, context) =>
      withConfirmedIdentity(context, proof, async (inside) => {
        await cosign(inside, id, { rev, what, boxes });
        return getTransaction(inside.trx, id, inside.caller, inside.origin.locale);
      }),
  },
  finishTransaction: {
    own: async ({ params: { id }, body }, context) => {
      const code = body.pickupCode;
      if (code !== null && (await needsCode(context.db, id))) {
        const refused = await context.write((inside) => checkTry(inside, id, code));
        if (refused) throw refused;
      }
      return context.once(async (inside) => {
        await finishDocument(inside, id, body);
        return getTransaction(inside.trx, id, inside.caller, inside.origin.locale);
      });
    },
  },
  cutLine: async ({ params: { id }, body }, context) => {
    await cancelLine(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  closeShortTransaction: async ({ params: { id }, body }, context) => {
    await closeShort(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  voidTransaction: async ({ params: { id }, body }, context) => {
    await voidDocument(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  askReversal: async ({ params: { id }, body }, context) => {
    await requestReversal(context, id, body);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  releasePickupCode: async ({ params: { id }, body }, context) => {
    await releaseCode(context, id, body.comment);
    return getTransaction(context.trx, id, context.caller, context.origin.locale);
  },
  reverseTransaction: async ({ params: { id }, body }, context) => {
    const reversalId = await reverse(context, id, body);
    return getTransaction(context.trx, reversalId, context.caller, context.origin.locale);
  },
  getPickupCode: async ({ params }, { db, caller, services }) => {
    const document = await getHeadOnly(db, params.id, caller);
    // A page that polls during the hand-out asks once more after it is finished.
    const isOpen = EXECUTION_STATES.includes(document.state) && document.pickup_salt !== null;
    return { code: isOpen ? pickupCode(document, services.secret) : null };
  },
  exportLines: ({ params }, { db, caller, origin }) => exportLines(db, params.id, caller, origin.locale),
  getChain: ({ params }, { db, caller, origin }) => chainOf(db, params.id, caller, origin.locale),
  listRecords: ({ params }, { db, caller, origin }) => listRecords(db, params.id, caller, origin.locale),
};

type Ids = 'id' | 'type' | 'source' | 'ownerOrgId' | 'applicantId' | 'warehouseId' | 'rev' | 'createdAt' | 'updatedAt';
type Review =
  | 'controlled'
  | 'toxic'
  | 'levels'
  | 'round'
  | 'reviewRoles'
  | 'reviewLevel'
  | 'reviewStep'
  | 'waitingSince'
  | 'risks'
  | 'notAssessed'
  | 'goodsOwnerNames'
  | 'targetWarehouseName'
  | 'reversal'
  | 'reversed';

const sheet = (locale: Locale): SheetColumns<ListedRow, Ids | Review | 'purchaseNo'> => ({
  no: { phrase: 'wms.transaction.no', width: 20 },
  state: {
    phrase: 'wms.transaction.state',
    width: 12,
    cell: (row) => [say(locale, documentStatusKey(row)), reviewPart(row)].filter((part) => part !== null).join(' '),
  },
  reversesNo: { phrase: 'tx.view.reverses', width: 20 },
  ownerOrgName: {
    phrase: 'wms.transaction.owner',
    width: 20,
    cell: (row) => ownersOfRow(row).join(say(locale, 'wms.place.comma')),
  },
  applicantName: { phrase: 'wms.transaction.applicant', width: 12 },
  warehouseName: { phrase: 'wms.transaction.warehouse', width: 16, cell: warehousesOf },
  summary: { phrase: 'wms.transaction.products', width: 40 },
  controlFlags: { phrase: 'wms.product.controlFlags', width: 16, cell: (row) => marksText(row, locale) },
  lines: { phrase: 'wms.transaction.lines', width: 8 },
  value: { phrase: 'wms.transaction.value', width: 12, cell: ({ value }) => numberCell(value) },
  planDate: { phrase: 'wms.transaction.planDate', width: 12, as: 'day' },
  submittedAt: { phrase: 'wms.transaction.submittedAt', width: 18, as: 'moment' },
  finishedAt: { phrase: 'wms.transaction.finishedAt', width: 18, as: 'moment' },
});
