// Describes documents in approval lists: goods, quantities, risks, and a link that the reader can open.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DocumentSummary, Reader } from '../../bpm/kind.ts';
import type { Caller } from '../../context.ts';
import { preparedStatement } from '../../db/prepared.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { effectiveQty } from './columns.ts';
import { linkFor, OWNER_ROLES, sourcesOf, type LinkTarget } from './links.ts';
import { isOverQuota } from './quota-use.ts';
import { lineRisks } from './risks.ts';

type Row = DocumentSummary & LinkTarget & { applicantId: string; ownerOrgId: string; warehouseOrgId: string };

/** Descriptions by document id, in one statement. */
export async function describeDocuments(
  db: Kysely<DB>,
  ids: readonly string[],
  { caller, isAsked, locale }: Reader,
): Promise<Map<string, DocumentSummary>> {
  const { rows } = await sql<Row>`${preparedStatement}
    select t.id, t.type, t.source, t.no, t.rev, t.levels, u.name as applicant, ${named(locale, 'o')} as "group", ${named(locale, 'w')} as place,
           array_to_string(g.goods, ${locale === 'en' ? ', ' : '、'}) as title, g.lines, case when g.lines = 1 then g.qty end as qty, case when g.lines = 1 then g.unit end as unit,
           g.value, case when t.state = any(${[...FINAL_STATES]}::text[]) then '{}' else g.risks
             || case when ${isOverQuota(sql`t`)} then array['QUOTA'] else '{}' end end as marks,
           t.applicant_id as "applicantId", t.owner_org_id as "ownerOrgId", w.org_id as "warehouseOrgId"
      from wms_transaction t
      join sys_user u on u.id = t.applicant_id
      join wms_org o on o.id = t.owner_org_id
      join wms_warehouse w on w.id = t.warehouse_id
     cross join lateral (
       select count(*)::int as lines, max(trim_scale(${effectiveQty('l')})::text) as qty, max(p.base_unit) as unit,
              sum(round(${effectiveQty('l')} * l.unit_price, 2)) as value,
              array(select ${named(locale, 'p')} from wms_transaction_line l join wms_product p on p.id = l.product_id
                     where l.transaction_id = t.id group by p.id order by min(l.line_no) limit 3) as goods,
              array(select distinct e from wms_transaction_line l join wms_product p on p.id = l.product_id, unnest(${lineRisks}) e
                     where l.transaction_id = t.id) as risks
         from wms_transaction_line l join wms_product p on p.id = l.product_id where l.transaction_id = t.id) g
     where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is null`.execute(db);
  const sides = sectionsOf(caller);
  return new Map(
    rows.map(({ id, type, source, applicantId, ownerOrgId, warehouseOrgId, ...described }) => {
      const belongs = (orgId: string): boolean => caller.orgs.some((org) => org.id === orgId);
      const link = linkFor(
        { id, type, source },
        {
          sides,
          isApplicant: applicantId === caller.userId,
          isOwner: belongs(ownerOrgId),
          isWarehouse: belongs(warehouseOrgId),
          isAsked,
        },
      );
      return [id, { ...described, link }];
    }),
  );
}

const WAREHOUSE_ROLES: readonly string[] = [R.inbound1, R.inbound2, R.outbound1, R.outbound2, R.box];

/** Console sections in which the caller can open documents. */
function sectionsOf({ roles }: Caller): string[] {
  const codes = roles.map(({ code }) => code);
  const works = codes.includes('ROLE_WAREHOUSE_ADMIN') && codes.some((code) => WAREHOUSE_ROLES.includes(code));
  const owned = Object.entries(OWNER_ROLES).flatMap(([prefix, role]) => (codes.includes(role) ? [prefix] : []));
  return [...(works ? ['admin'] : []), ...owned];
}

/** Like `linkFor` for readers who are not candidates: whether they may open document `t` of warehouse `w`. */
export function mayOpenDocument(caller: Caller): RawBuilder<boolean> {
  const orgs = sql`${caller.orgs.map(({ id }) => id)}::uuid[]`;
  const sides = sectionsOf(caller);
  return sql<boolean>`(${sides.includes('admin')} and w.org_id = any(${orgs})
    or t.type <> 'MOVE' and t.owner_org_id = any(${orgs}) and t.source = any(${sourcesOf(sides)}::text[]))`;
}
