// Who is told of which step. Everyone concerned gets a message; all others who can see the document, a live event.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { TransactionAction, TransactionState, TransactionType } from '@kuwei/contract/wms/transaction-state';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { notify, type Template } from '../../sys/notify.ts';
import { BIZ_TYPE, type Locked } from './document.ts';

const PREFIX: Record<string, string> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

/** Address of a document for its owner, or for the warehouse. */
export function linkOf(document: { id: string; type: TransactionType; source: string }, side: 'owner' | 'warehouse'): string {
  const prefix = side === 'warehouse' ? 'admin' : (PREFIX[document.source] ?? 'admin');
  return `/${prefix}/wms/transaction/${document.type.toLowerCase()}/edit?id=${document.id}`;
}

type Told = 'owner' | 'reviewers' | 'keepers';

/** Message of each step, by where it leads; a step that is not here tells nobody but by the live event. */
function messageOf(action: TransactionAction, to: TransactionState): [template: Template, to: Told][] {
  switch (action) {
    case 'submit':
      return to === 'APPROVED' ? [['msg.toExecute', 'keepers']] : [['msg.toReview', 'reviewers']];
    case 'approve':
      return to === 'APPROVED'
        ? [
            ['msg.approved', 'owner'],
            ['msg.toExecute', 'keepers'],
          ]
        : [['msg.toReview', 'reviewers']];
    case 'return':
      return [['msg.returned', 'owner']];
    case 'reject':
      return [['msg.rejected', 'owner']];
    case 'withdraw':
      return [];
    case 'finish':
      return to === 'DONE' ? [['msg.done', 'owner']] : [['msg.partial', 'owner']];
    case 'closeShort':
      return [['msg.closedShort', 'owner']];
    case 'void':
      return [['msg.voided', 'owner']];
    case 'reverse':
      return [['msg.reversed', 'owner']];
    default:
      return [];
  }
}

/** @returns everyone who can see the document; the warehouse sees drafts of its own alone */
export async function tell(
  context: WriteContext<Caller>,
  document: Locked,
  action: TransactionAction,
  to: TransactionState,
  comment: string | null,
): Promise<string[]> {
  const { trx, caller } = context;
  const people = await peopleOf(trx, document);
  const openRoles = people.openRoles;
  for (const [template, told] of messageOf(action, to)) {
    const receivers =
      told === 'owner'
        ? ownersOf(document, people)
        : people.warehouse
            .filter((person) => person.roles.some((role) => (told === 'keepers' ? role === R.box : openRoles.includes(role))))
            .map((person) => person.id);
    await notify(context, {
      to: receivers.filter((id) => id !== caller.userId),
      kind: told === 'owner' ? 'NOTICE' : 'TODO',
      template,
      params: {
        no: document.no,
        type: document.type,
        applicant: people.applicantName,
        owner: people.ownerName,
        comment: comment ?? '',
      },
      senderId: caller.userId,
      about: { bc: 'wms', fc: 'transaction', objectId: document.id },
      link: linkOf(document, told === 'owner' ? 'owner' : 'warehouse'),
    });
  }
  const isSubmitted = document.submitted_at !== null || action === 'submit' || document.type === 'MOVE';
  return [...people.owners, ...(isSubmitted ? people.warehouse.map((person) => person.id) : [])];
}

/** Who has applied, while they belong to the owner; then all who do. */
const ownersOf = (document: Locked, { active }: People): string[] =>
  active.includes(document.applicant_id) ? [document.applicant_id] : active;

interface People {
  owners: string[];
  /** Those who belong to the owner, a move's among them, and whose accounts are in use. */
  active: string[];
  warehouse: { id: string; roles: string[] }[];
  openRoles: string[];
  applicantName: string;
  ownerName: BothNames;
}

/** Members of the owner, people of the warehouse with their roles, and the roles of the review that is open now. */
async function peopleOf(trx: Trx, document: Locked): Promise<People> {
  const { rows } = await sql<People>`
    select array(select user_id from wms_org_user where org_id = ${document.owner_org_id} and ${document.type} <> 'MOVE') as owners,
           array(select m.user_id from wms_org_user m join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
                  where m.org_id = ${document.owner_org_id}) as active,
           coalesce((select json_agg(json_build_object('id', m.user_id, 'roles',
               (select coalesce(json_agg(role_code), '[]') from sys_user_role r where r.user_id = m.user_id)))
             from wms_org_user m join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
            where m.org_id = ${document.warehouseOrgId}), '[]') as warehouse,
           coalesce((select candidate_roles from bpm_task where biz_type = ${BIZ_TYPE} and biz_id = ${document.id} and state = 'OPEN'), '{}') as "openRoles",
           (select name from sys_user where id = ${document.applicant_id}) as "applicantName",
           (select ${bothNames('o')} from wms_org o where o.id = ${document.owner_org_id}) as "ownerName"`.execute(trx);
  return rows[0]!;
}
