// Documents named by a code, and open storekeeper work for what a code names.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import { SCAN_WORK_MAX, type ScannedDocument } from '@kuwei/contract/wms/scan';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import { scopeOf, readScopeOf } from '../scope.ts';
import { isDocumentVisible, isAskedToReview, isInScope } from '../transaction/document.ts';
import { linkFor, workLinkOf, type LinkTarget } from '../transaction/links.ts';
import type { Viewer } from './acting-roles.ts';

type Row = Omit<ScannedDocument, 'link'> & LinkTarget & { mine: boolean; asked: boolean };

const SECTION: Readonly<Record<string, string>> = {
  ROLE_TEACHER: 'teacher',
  ROLE_SUPPLIER: 'supplier',
  ROLE_STAFF: 'staff',
  ROLE_WAREHOUSE_ADMIN: 'admin',
};

const isKeeper = ({ effective }: Caller): boolean => effective.some(({ code }) => code === R.box);

const rowsOf = ({ caller, locale }: Viewer, which: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select t.id, t.no, t.type, t.state, t.reverses_id is not null as reversal,
         exists (select from wms_transaction r where r.reverses_id = t.id) as reversed, t.source, ${named(locale, 'o')} as "ownerOrgName", t.applicant_id = ${caller.userId} as mine,
         ${isAskedToReview(caller)} as asked
    from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id join wms_org o on o.id = t.owner_org_id
   where ${which}`;

/** Storekeepers who may execute it get a link to the scanning page, others to the document. */
function withLink({ source, mine, asked, ...document }: Row, caller: Caller): ScannedDocument {
  const isWork = isKeeper(caller) && EXECUTION_STATES.includes(document.state) && movesStock(document.type);
  const side = SECTION[caller.pageRole ?? ''];
  const link = linkFor(
    { ...document, source },
    {
      sides: side === undefined ? [] : [side],
      isApplicant: mine,
      isOwner: side !== 'admin',
      isWarehouse: side === 'admin',
      isAsked: asked,
    },
  );
  return { ...document, link: isWork ? `${workLinkOf({ ...document, source })}&by=scan` : (link ?? '/') };
}

const movesStock = (type: TransactionType): boolean => type !== 'OPENING';

/** The first document matching a condition over `t`, as visible to the caller. */
export async function findVisibleDocument(viewer: Viewer, which: RawBuilder<unknown>): Promise<ScannedDocument | null> {
  const { db, caller } = viewer;
  const seen = sql`(${isDocumentVisible(readScopeOf(caller))} or ${isAskedToReview(caller)})`;
  const { rows } = await sql<Row>`${rowsOf(viewer, sql`${which} and ${seen}`)} limit 1`.execute(db);
  return rows[0] ? withLink(rows[0], caller) : null;
}

interface WorkFilter {
  productId?: string;
  boxId?: string;
  warehouseId?: string;
}

/** Open putaways, pickings and moves, longest waiting first; for a box, those planned into it or from it. */
export async function listOpenWork(viewer: Viewer, { productId, boxId, warehouseId }: WorkFilter): Promise<ScannedDocument[]> {
  const { db, caller } = viewer;
  if (!isKeeper(caller)) return [];
  const concerns =
    productId !== undefined
      ? sql`exists (select from wms_transaction_line l where l.transaction_id = t.id and l.product_id = ${productId}
              and coalesce(l.qty_appr, l.qty_req) > l.qty_done)`
      : sql`coalesce(t.target_warehouse_id, t.warehouse_id) = ${warehouseId} and (t.type = 'INBOUND' or exists (
              select from wms_transaction_line l join wms_transaction_line_box x on x.line_id = l.id
                left join wms_product_box s on s.id = x.product_box_id
               where l.transaction_id = t.id and x.qty > x.qty_done and ${boxId} in (x.box_id, s.box_id)))`;
  const which = sql`t.state = any(${[...EXECUTION_STATES]}::text[]) and t.type <> 'OPENING' and ${isInScope(scopeOf(caller))} and ${concerns}`;
  const { rows } = await sql<Row>`${rowsOf(viewer, which)} order by t.updated_at, t.id limit ${SCAN_WORK_MAX}`.execute(db);
  return rows.map((row) => withLink(row, caller));
}
