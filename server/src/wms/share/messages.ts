// Notifications about sharing requests.
import { sql } from 'kysely';
import type { NotificationReason } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { leadersOf } from '../../platform/people.ts';
import type { Template } from '../../platform/msg-inbox/messages.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { SECTION } from '../owners.ts';
import { APPROVALS } from '../transaction/links.ts';

type Context = WriteContext<Caller>;
type Sharing = Template & `msg.share${string}`;

interface ShareFacts {
  id: string;
  no: string;
  product: BothNames;
  org: BothNames;
  owner: BothNames;
  day: string;
  orgId: string;
  orgType: keyof typeof SECTION;
  ownerOrgId: string;
  ownerType: keyof typeof SECTION;
  applicantId: string;
}

async function aboutOf({ trx }: Context, id: string): Promise<ShareFacts> {
  const { rows } = await sql<ShareFacts>`
    select r.id, r.no, ${bothNames('p')} as product, ${bothNames('a')} as org, ${bothNames('o')} as owner, coalesce(r.give_back_by::text, '') as day,
           a.id as "orgId", a.type as "orgType", o.id as "ownerOrgId", o.type as "ownerType", r.applicant_id as "applicantId"
      from wms_share_request r join wms_product p on p.id = r.product_id join wms_org a on a.id = r.org_id join wms_org o on o.id = r.owner_org_id
     where r.id = ${id}`.execute(trx);
  return rows[0]!;
}

const pageOf = (id: string, type: keyof typeof SECTION, orgId: string): string | null =>
  SECTION[type] === undefined ? null : `/${SECTION[type]}/wms/share?show=${id}&org=${orgId}`;

interface More {
  step?: BothNames;
  comment?: string;
  document?: string;
}

async function send(
  context: Context,
  { id, no, product, org, owner, day }: ShareFacts,
  template: Sharing,
  to: readonly string[],
  link: string | null,
  { step = { zh: '', en: '' }, comment = '', document = '' }: More = {},
): Promise<void> {
  const others = to.filter((each) => each !== context.caller.userId);
  if (others.length === 0) return;
  await notify(context, {
    to: others,
    template,
    params: { no, product, org, owner, day, step, comment, document },
    senderId: context.caller.userId,
    about: { bc: 'wms', fc: 'share', objectId: id },
    link,
  });
}

const REVIEW_TEMPLATES = {
  ASKED: 'msg.shareAsked',
  REMINDED: 'msg.shareAsked',
  COPIED: 'msg.shareCopied',
  STUCK: 'msg.shareStuck',
} as const satisfies Record<NotificationReason, Sharing>;

/** People with nothing to decide are linked to another list. */
const LISTS: Partial<Record<NotificationReason, string>> = {
  STUCK: `${APPROVALS}?list=stuck`,
  COPIED: `${APPROVALS}?list=copied`,
};

export async function notifyCandidatesOf(
  context: Context,
  id: string,
  to: readonly string[],
  why: NotificationReason,
  step: BothNames,
): Promise<void> {
  await send(context, await aboutOf(context, id), REVIEW_TEMPLATES[why], to, LISTS[why] ?? APPROVALS, {
    step,
  });
}

/** Notifies the requester. */
export async function notifyApplicant(
  context: Context,
  id: string,
  template: 'msg.shareApproved' | 'msg.shareRejected',
  more: More,
): Promise<void> {
  const about = await aboutOf(context, id);
  await send(context, about, template, [about.applicantId], pageOf(id, about.orgType, about.orgId), more);
}

/** Notifies the borrower and their leaders, and the owner's leaders once it is late. */
export async function notifyLoan(context: Context, id: string, isLate: boolean): Promise<void> {
  const about = await aboutOf(context, id);
  const template = isLate ? 'msg.shareLate' : 'msg.shareDue';
  const borrowers = [about.applicantId, ...(await leadersOf(context.trx, about.orgId))];
  await send(context, about, template, [...new Set(borrowers)], pageOf(id, about.orgType, about.orgId));
  if (!isLate) return;
  const owners = (await leadersOf(context.trx, about.ownerOrgId)).filter((each) => !borrowers.includes(each));
  await send(context, about, template, owners, pageOf(id, about.ownerType, about.ownerOrgId));
}
