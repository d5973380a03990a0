// Trouble for goods of open documents: batch held or recalled, stock frozen, box locked or retired, product deactivated. Notifies
// applicants, and those who are to review, put away, pick or confirm.
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { BothNames } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { t } from '../../phrase.ts';
import { closeByCause, notifyAll, type Notice, type Params } from '../../platform/msg-inbox/notify.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { DECISIONS, type Locked } from './document.ts';
import { linkOf, workLinkOf } from './links.ts';
import { inBothLocales, recipientsOf, paramsOf, loadPeopleByDocument, loadWaiters } from './messages.ts';
import { endDocumentMessages } from './end-messages.ts';
import { nextStep, type AffectedState, type TroubleTemplate } from './next-step.ts';

/** The troubled object; each variant selects affected lines `l` and their places `x` (stock row `s`). */
export type Trouble =
  /** `batchNo`: for goods still to come; null if they are reported with another batch. */
  { batch: string; productId: string; batchNo: string | null } | { stock: string } | { box: string } | { product: string };

/** Objects about to be retired together. */
export type RetiringItems = { boxes: readonly string[] } | { products: readonly string[] };

const causeOf = (trouble: Trouble): string => Object.entries(trouble).slice(0, 1).flat().join(':');

function concerned(trouble: Trouble | RetiringItems): RawBuilder<unknown> {
  if ('batch' in trouble)
    return sql`(s.batch_id = ${trouble.batch} or l.batch_id = ${trouble.batch}
      or exists (select from wms_product_box i where i.id = l.product_box_id and i.batch_id = ${trouble.batch})
      or t.type = 'INBOUND' and l.product_id = ${trouble.productId} and ${foldedBatchNo(sql`l.batch_no`)} = ${foldedBatchNo(sql`${trouble.batchNo}`)})`;
  if ('stock' in trouble) return sql`(x.product_box_id = ${trouble.stock} or l.product_box_id = ${trouble.stock})`;
  if ('box' in trouble || 'boxes' in trouble) {
    const named = anyOf('box' in trouble ? [trouble.box] : trouble.boxes);
    return sql`(x.box_id = ${named} or s.box_id = ${named}
      or exists (select from wms_product_box i where i.id = l.product_box_id and i.box_id = ${named}))`;
  }
  return sql`l.product_id = ${anyOf('product' in trouble ? [trouble.product] : trouble.products)}`;
}

interface AffectedDocument extends AffectedState, Pick<Locked, 'id' | 'no' | 'source' | 'applicant_id'> {
  product: BothNames;
}

/** Open documents with goods affected that are still to come or leave. */
export async function findAffectedDocuments(db: Kysely<DB>, trouble: Trouble | RetiringItems): Promise<AffectedDocument[]> {
  const { rows } = await sql<AffectedDocument>`
    select distinct on (t.no) t.id, t.no, t.type, t.state, t.source, t.applicant_id, t.target_warehouse_id, t.goods_org_id, decided.begun,
           json_build_object('zh', p.name, 'en', coalesce(nullif(p.name_en, ''), p.name)) as product
      from wms_transaction t
      join wms_transaction_line l on l.transaction_id = t.id
      join wms_product p on p.id = l.product_id
      left join wms_transaction_line_box x on x.line_id = l.id and x.qty > x.qty_done
      left join wms_product_box s on s.id = x.product_box_id
     cross join ${DECISIONS}
     where t.deleted_at is null and t.state <> 'DRAFT' and t.state <> all(${[...FINAL_STATES]}::text[])
       and coalesce(l.qty_appr, l.qty_req) > l.qty_done and ${concerned(trouble)}
     order by t.no, l.line_no`.execute(db);
  return rows;
}

/**
 * Notifies those concerned of trouble, or of its end.
 * @param template the event; null when it is lifted
 * @param params of its text, in addition to document and product
 */
export async function notifyTrouble(
  context: WriteContext<Caller>,
  trouble: Trouble,
  template: TroubleTemplate | null,
  params: Params = {},
): Promise<void> {
  const cause = causeOf(trouble);
  await closeByCause(context, cause);
  const documents = await findAffectedDocuments(context.trx, trouble);
  if (documents.length === 0) return;
  const ids = documents.map(({ id }) => id);
  const people = await loadPeopleByDocument(context.trx, ids);
  const waiters = await loadWaiters(context.trx, ids);
  const own = context.caller.userId;
  const notices = documents.flatMap((document): Notice[] => {
    const { id } = document;
    const common = { ...paramsOf(document, people.get(id)!), product: document.product, ...params };
    const message = (receiver: 'owner' | 'reviewer' | 'keeper') => ({
      template: template ?? ('msg.troubleOver' as const),
      params:
        template === null
          ? common
          : { ...common, next: inBothLocales((locale) => t(locale, nextStep(template, document, receiver))) },
      senderId: own,
      about: { bc: 'wms', fc: 'transaction', objectId: id },
      cause,
    });
    const owners = recipientsOf(document, people.get(id)!).filter((each) => each !== own);
    const waiting = (waiters.get(id) ?? []).filter((each) => each.id !== own && !owners.includes(each.id));
    const reviewers = waiting.filter(({ kind }) => kind === 'REVIEW').map((each) => each.id);
    const keepers = waiting.map((each) => each.id).filter((each) => !reviewers.includes(each));
    return [
      { ...message('owner'), to: owners, link: linkOf(document, 'owner') },
      { ...message('reviewer'), to: reviewers, link: linkOf(document, 'warehouse') },
      { ...message('keeper'), to: keepers, link: workLinkOf(document) },
    ];
  });
  await notifyAll(context, notices);
  // Ends calls to collect goods that may no longer leave.
  await endDocumentMessages(context, ids);
}
