// Notifications about a case: to its parties, each with links to their own pages, and to its reviewers.
import type { Solution } from '@kuwei/contract/wms/after-sales-state';
import type { OrgType } from '@kuwei/contract/org';
import { LOCALES } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import type { NotificationReason } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { t } from '../../phrase.ts';
import type { Template } from '../../platform/msg-inbox/messages.ts';
import { notify, type Params } from '../../platform/msg-inbox/notify.ts';
import { holders } from '../../platform/people.ts';
import { SECTION } from '../owners.ts';
import { APPROVALS } from '../transaction/links.ts';

type Context = WriteContext<Caller>;
type CaseTemplate = Extract<Template, `msg.afs${string}`>;

const inBothLocales = (say: (locale: (typeof LOCALES)[number]) => string): BothNames =>
  Object.fromEntries(LOCALES.map((locale) => [locale, say(locale)])) as BothNames;

interface Facts {
  no: string;
  kind: 'RETURN' | 'EXCHANGE' | 'DAMAGE' | 'SHORTAGE' | 'COMPLAINT';
  solution: Solution;
  goods: BothNames;
  owner: BothNames;
}

async function factsOf({ trx }: Context, id: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select c.no, c.kind, c.solution, ${bothNames('p')} as goods, ${bothNames('o')} as owner
      from wms_after_sales c join wms_product p on p.id = c.product_id join wms_org o on o.id = c.owner_org_id where c.id = ${id}`.execute(
    trx,
  );
  return rows[0]!;
}

async function send(
  context: Context,
  id: string,
  template: CaseTemplate,
  to: ReadonlyMap<string, readonly string[]>,
  more: Params = {},
): Promise<void> {
  const { no, kind, solution, goods, owner } = await factsOf(context, id);
  const params: Params = {
    no,
    goods,
    owner,
    kind: inBothLocales((locale) => t(locale, `wms.afs.kind.${kind}`)),
    solution: inBothLocales((locale) => t(locale, `wms.afs.solution.${solution}`)),
    step: { zh: '', en: '' },
    comment: '',
    ...more,
  };
  for (const [link, people] of to)
    await notify(context, {
      to: people.filter((each) => each !== context.caller.userId),
      template,
      params,
      senderId: context.caller.userId,
      about: { bc: 'wms', fc: 'after-sales', objectId: id },
      link,
    });
}

interface Party {
  userId: string;
  orgId: string;
  type: OrgType;
}

/**
 * Users of each party, by the path of the case on their pages: for the warehouse, its after-sales staff; for an owner that opened
 * the case, the applicant while still a member.
 */
async function partiesOf({ trx }: Context, id: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<Party>`
    select distinct on (u.id) u.id as "userId", o.id as "orgId", o.type
      from wms_after_sales c join wms_warehouse w on w.id = c.warehouse_id
      join wms_org o on o.id in (c.owner_org_id, c.supplier_org_id, w.org_id)
      join wms_org_user m on m.org_id = o.id join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
     where c.id = ${id}
       and (o.id <> w.org_id or u.id in (${holders(sql`array['ROLE_WMS_ADMIN_AFS']`, sql`w.org_id`)}) or u.id = c.applicant_id)
       and (o.id <> c.owner_org_id or c.applicant_org_id <> o.id or u.id = c.applicant_id or not exists (
             select from wms_org_user a where a.org_id = o.id and a.user_id = c.applicant_id))
     order by u.id, o.type = 'WAREHOUSE' desc`.execute(trx);
  return groupByLink(id, rows);
}

/** The page of a case in a section of the console. */
export const casePage = (section: string, id: string): string => `/${section}/wms/after-sales/audit-button?id=${id}`;

const groupByLink = (id: string, people: readonly Party[]): Map<string, string[]> => {
  const links = new Map<string, string[]>();
  for (const { userId, orgId, type } of people) {
    const section = SECTION[type];
    const link = section === undefined ? casePage('admin', id) : `${casePage(section, id)}&org=${orgId}`;
    links.set(link, [...(links.get(link) ?? []), userId]);
  }
  return links;
};

/** Notifies all parties. */
export const notifyParties = async (
  context: Context,
  id: string,
  template:
    | 'msg.afsNew'
    | 'msg.afsDecided'
    | 'msg.afsReturned'
    | 'msg.afsRejected'
    | 'msg.afsDone'
    | 'msg.afsCanceled'
    | 'msg.afsLate',
  comment = '',
): Promise<void> => send(context, id, template, await partiesOf(context, id), { comment });

/** Characters of a message quoted in its notice. */
const QUOTED = 200;
/** Notifies the other parties of a new message. */
export const notifyCaseMessage = async (context: Context, id: string, content: string): Promise<void> =>
  send(context, id, 'msg.afsSaid', await partiesOf(context, id), {
    by: context.caller.name,
    comment: content.length > QUOTED ? `${content.slice(0, QUOTED)}…` : content,
  });

const REVIEW_TEMPLATES = {
  ASKED: 'msg.afsReview',
  REMINDED: 'msg.afsReview',
  COPIED: 'msg.afsCopied',
  STUCK: 'msg.afsStuck',
} as const satisfies Record<NotificationReason, Template>;

/** People with nothing to decide are linked to a list, since the case itself may be closed to them. */
const LISTS: Partial<Record<NotificationReason | 'SOON', string>> = { STUCK: 'stuck', COPIED: 'copied' };

/** Notifies reviewers with a link to the case; to their approvals where they have no page of it. */
export async function notifyReviewers(
  context: Context,
  id: string,
  to: readonly string[],
  why: NotificationReason | 'SOON',
  step: BothNames,
): Promise<void> {
  const list = LISTS[why];
  const links = list === undefined ? await groupReviewers(context, id, to) : new Map([[`${APPROVALS}?list=${list}`, to]]);
  await send(context, id, why === 'SOON' ? 'msg.afsSoon' : REVIEW_TEMPLATES[why], links, { step });
}

/** Users by the page of the case that they can open. */
async function groupReviewers({ trx }: Context, id: string, to: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ userId: string; orgId: string | null; type: OrgType | null }>`
    select distinct on (e.id) e.id as "userId", o.id as "orgId", o.type
      from unnest(${[...to]}::uuid[]) e(id) join wms_after_sales c on c.id = ${id} join wms_warehouse w on w.id = c.warehouse_id
      left join wms_org_user m on m.user_id = e.id and m.org_id in (c.owner_org_id, w.org_id)
      left join wms_org o on o.id = m.org_id and o.valid and (o.type <> 'WAREHOUSE'
        or exists (select from sys_user_role h where h.user_id = e.id and h.role_code = 'ROLE_WAREHOUSE_ADMIN'))
     order by e.id, o.type = 'WAREHOUSE' desc nulls last`.execute(trx);
  const members = rows.filter((row): row is Party => row.orgId !== null);
  const links = groupByLink(id, members);
  const others = rows.filter(({ orgId }) => orgId === null).map(({ userId }) => userId);
  if (others.length > 0) links.set(APPROVALS, others);
  return links;
}
