// Recipients of messages about steps. Those concerned get a message; everyone else who can see the document gets a live event.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import type { TodoKind } from '@kuwei/contract/wms/todo-kinds';
import type { TransactionAction, TransactionState } from '@kuwei/contract/wms/transaction-state';
import { type TransactionType, requestOf } from '@kuwei/contract/wms/transaction-type';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { t } from '../../phrase.ts';
import type { NotificationReason } from '../../bpm/kind.ts';
import { templatesOf, todoKindsByTemplate, type Template } from '../../platform/msg-inbox/messages.ts';
import { notify, notifyAll, type Notice, type Params, type Past } from '../../platform/msg-inbox/notify.ts';
import type { Locked } from './document.ts';
import { APPROVALS, linkOf, workLinkOf } from './links.ts';
import { isMessageOver, openMessages, endDocumentMessages } from './end-messages.ts';
import { selectPeople, SELECTED_SOURCE, selectedSource, selectWaiting } from './waiting.ts';

/**
 * Messages of each step by resulting state; other steps only emit the live event. To-dos go to those for whom the document now
 * waits, notices to its owner.
 */
function messagesOf(action: TransactionAction, { type, state: from }: Locked, to: TransactionState): Template[] {
  switch (action) {
    case 'submit':
      return [to === 'APPROVED' ? 'msg.toExecute' : 'msg.toReview'];
    case 'approve':
    // If one of several reviewers rejects, the review may continue, or still end in approval.
    case 'reject':
      return to === 'APPROVED' ? ['msg.approved', 'msg.toExecute'] : to === 'REJECTED' ? ['msg.rejected'] : ['msg.toReview'];
    case 'return':
      return [to === 'RETURNED' ? 'msg.toCorrect' : 'msg.toReview'];
    case 'assign':
      return ['msg.toCosign', ...(type === 'OUTBOUND' && from === 'APPROVED' ? (['msg.toCollect'] as const) : [])];
    case 'askReversal':
      return ['msg.toConfirmReversal'];
    case 'finish':
      return to === 'DONE' ? ['msg.done'] : ['msg.partial', 'msg.toCosign'];
    case 'cut':
      return [to === 'CANCELED' ? 'msg.voided' : to === 'DONE' ? 'msg.closedShort' : 'msg.lineCut'];
    case 'closeShort':
      return ['msg.closedShort'];
    case 'void':
      return ['msg.voided'];
    case 'reverse':
      return ['msg.reversed'];
    default:
      return [];
  }
}

/** @returns everyone who can see the document; of drafts, the warehouse sees only its own */
export async function notifyStep(
  context: WriteContext<Caller>,
  document: Locked,
  action: TransactionAction,
  to: TransactionState,
  comment: string | null,
): Promise<string[]> {
  const templates = messagesOf(action, document, to);
  const persons = await loadAudience(context.trx, document.id, to, templates);
  const { waiters, past } = persons;
  const isPastCopy = (id: string): boolean => past.some(({ copy }) => copy === id);
  const reminded = persons.reminded.filter(({ copy }) => !isPastCopy(copy)).map(({ user }) => user);
  const notices = templates.flatMap((wanted): Notice[] => {
    const { template, recipients } = addressMessages(wanted, document, persons, waiters);
    const known = template === 'msg.toReview' ? reminded : [];
    return groupByLink(template, recipients, persons, linkForTemplate(document, template)).map(([link, some]): Notice => ({
      to: some.filter((id) => id !== context.caller.userId && !known.includes(id)),
      template,
      params: { ...paramsOf(document, persons), comment: comment ?? '' },
      senderId: context.caller.userId,
      about: { bc: 'wms', fc: 'transaction', objectId: document.id },
      link,
    }));
  });
  await notifyAll(context, notices, past);
  const isSubmitted = document.submitted_at !== null || action === 'submit' || document.type === 'MOVE';
  return [...persons.owners, ...(isSubmitted ? persons.warehouse : []), ...persons.watchers];
}

const REVIEW_TEMPLATES = {
  ASKED: 'msg.toReview',
  REMINDED: 'msg.reviewWaits',
  COPIED: 'msg.reviewCopied',
  STUCK: 'msg.reviewStuck',
} as const satisfies Record<NotificationReason, Template>;

/** Notifies reviewers outside the steps of a document: reassigned or overdue tasks, and copies sent by a workflow. */
export async function notifyReviewers(
  context: WriteContext<Caller>,
  id: string,
  to: readonly string[],
  why: NotificationReason,
  step: BothNames,
): Promise<void> {
  if (to.length === 0) return;
  const document = await context.trx
    .selectFrom('wms_transaction')
    .where('id', '=', id)
    .select(['id', 'no', 'type', 'source'])
    .$narrowType<{ type: TransactionType }>()
    .executeTakeFirstOrThrow();
  const persons = await loadPeople(context.trx, { id });
  const send = async (template: Template, some: readonly string[], params: Params): Promise<void> => {
    for (const [link, each] of groupByLink(template, some, persons, linkOf(document, 'warehouse')))
      await notify(context, {
        to: each,
        template,
        params,
        senderId: context.caller.userId,
        about: { bc: 'wms', fc: 'transaction', objectId: id },
        link,
      });
  };
  const params: Params = { ...paramsOf(document, persons), step, comment: '' };
  // Recipients who can't open the document learn only its number, type and step.
  const bare: Params = { no: params['no']!, type: params['type']!, what: params['what']!, step };
  if (why === 'STUCK') return send(REVIEW_TEMPLATES[why], to, bare);
  const mayRead = (person: string): boolean => why !== 'COPIED' || [...persons.owners, ...persons.warehouse].includes(person);
  await send(REVIEW_TEMPLATES[why], to.filter(mayRead), params);
  const closed = to.filter((each) => !mayRead(each));
  await send('msg.reviewToldOf', closed, bare);
}

/** Reviewers outside the warehouse have no pages there: they decide from their approval list. */
function groupByLink(
  template: Template,
  recipients: readonly string[],
  { warehouse }: Pick<People, 'warehouse'>,
  link: string,
): [link: string, to: string[]][] {
  // Those who assign stuck reviews may not be able to open the document, and work from the list.
  if (template === 'msg.reviewStuck') return [[`${APPROVALS}?list=stuck`, [...recipients]]];
  const isCopy = template === 'msg.reviewCopied' || template === 'msg.reviewToldOf';
  const isForReview = template === 'msg.toReview' || template === 'msg.reviewWaits' || isCopy;
  if (!isForReview) return [[link, [...recipients]]];
  const guests = recipients.filter((id) => !warehouse.includes(id));
  const own = recipients.filter((id) => warehouse.includes(id));
  const list = isCopy ? `${APPROVALS}?list=copied` : APPROVALS;
  return [
    ...(own.length > 0 ? [[link, own] as [string, string[]]] : []),
    ...(guests.length > 0 ? [[list, guests] as [string, string[]]] : []),
  ];
}

/** After a task was reassigned: ends the to-dos of the former assignees and refreshes open lists. */
export async function notifyChanged(context: WriteContext<Caller>, id: string) {
  const { trx, emit } = context;
  await endDocumentMessages(context, [id]);
  const document = await trx
    .selectFrom('wms_transaction')
    .where('id', '=', id)
    .select(['id', 'type', 'state', 'round'])
    .$narrowType<{ type: TransactionType }>()
    .executeTakeFirstOrThrow();
  const { type, state } = document;
  const { owners, warehouse, watchers } = await loadPeople(trx, document);
  emit({ to: [...owners, ...warehouse, ...watchers], ...EVENTS.transaction, d: { id, type, state } });
  return document;
}

/** Only the applicant can correct a document; if they have left, their group is notified of the return. */
function addressMessages(
  template: Template,
  document: Locked,
  people: People,
  waiters: readonly Waiter[],
): { template: Template; recipients: string[] } {
  const kinds = todoKindsByTemplate[template];
  if (!kinds) return { template, recipients: recipientsOf(document, people) };
  const recipients = waiters.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  if (template === 'msg.toCorrect' && recipients.length === 0)
    return { template: 'msg.returned', recipients: recipientsOf(document, people) };
  return { template, recipients };
}

function linkForTemplate(document: Locked, template: Template): string {
  if (template === 'msg.toReview' || template === 'msg.toConfirmReversal') return linkOf(document, 'warehouse');
  return template === 'msg.toExecute' || template === 'msg.toCosign' ? workLinkOf(document) : linkOf(document, 'owner');
}

export interface Waiter {
  id: string;
  kind: TodoKind;
}

interface StepAudience extends People {
  /** For whom the document waits, if the step notifies them. */
  waiters: Waiter[];
  /** Obsolete copies of messages about it. */
  past: Past[];
  /** Reviewers who have had the to-do since the last task was opened: nothing changed for them. */
  reminded: { copy: string; user: string }[];
}

/** Audience of a step, read after the change. @param state the new state */
async function loadAudience(
  trx: Trx,
  id: string,
  state: TransactionState,
  templates: readonly Template[],
): Promise<StepAudience> {
  const asked = templates.some((template) => todoKindsByTemplate[template]);
  const { rows } = await sql<StepAudience>`
    with message as materialized (${openMessages(sql`m.object_id = ${id}`)}),
    ${selectedSource(sql`= ${id}`)},
    person as materialized (${selectPeople(sql`select user_id from message${asked ? sql` union ${MEMBERS}` : sql``}`)}),
    waits as materialized (${selectWaiting(SELECTED_SOURCE, state)})
    select ${PEOPLE}, coalesce((select json_agg(json_build_object('id', user_id, 'kind', kind)) from waits), '[]') as waiters,
           coalesce((select json_agg(json_build_object('copy', x.id, 'user', x.user_id, 'unread', x.state = 'NEW')) from message x
             where ${isMessageOver}), '[]') as past,
           coalesce((select json_agg(json_build_object('copy', x.id, 'user', x.user_id)) from message x
             where x.template = any(${templatesOf('review')}::text[]) and x.created_at >= (
               select max(k.created_at) from some_task k where k.state = 'OPEN')), '[]') as reminded
      from ${documentOf(SELECTED_SOURCE.documents)}`.execute(trx);
  return rows[0]!;
}

/** Possible recipients, for the documents of `selectedSource`. */
const MEMBERS = sql`
    select m.user_id from wms_org_user m
     where m.org_id in (select unnest(array[t.owner_org_id, w.org_id]) from some_document t join wms_warehouse w on w.id = t.warehouse_id)
    union select unnest(k.candidate_ids) from some_task k where k.state = 'OPEN'
    union select h.user_id from some_task k join sys_user_role h on h.role_code = any(k.candidate_roles_everywhere) where k.state = 'OPEN'
    union select d.to_id from bpm_delegation d where d.revoked_at is null and now() >= d.from_at and now() < d.until_at`;

/** For whom documents wait, and for what, by document id; documents that wait for no one are absent. */
export async function loadWaiters(trx: Trx, ids: readonly string[]): Promise<Map<string, Waiter[]>> {
  const { rows } = await sql<Waiter & { documentId: string }>`
    with ${selectedSource(sql`= ${anyOf(ids)}`)}, person as materialized (${selectPeople(MEMBERS)}), waits as (${selectWaiting(SELECTED_SOURCE)})
    select id as "documentId", user_id as id, kind from waits`.execute(trx);
  return Map.groupBy(rows, ({ documentId }) => documentId);
}

/** Message parameters about a document, in every language. */
export const paramsOf = (
  document: { no: string; type: TransactionType },
  people: Pick<People, 'applicantName' | 'ownerName' | 'goods' | 'lines'>,
): Params => ({
  no: document.no,
  type: document.type,
  what: inBothLocales((locale) => t(locale, `part.what.${document.type}`)),
  task: inBothLocales((locale) => t(locale, `part.task.${requestOf(document.type)}`)),
  done: inBothLocales((locale) => t(locale, `part.done.${document.type}`)),
  applicant: people.applicantName,
  owner: people.ownerName,
  goods: inBothLocales((locale) => goodsIn(locale, people)),
});

export const inBothLocales = (text: (locale: Locale) => string): BothNames =>
  Object.fromEntries(LOCALES.map((locale) => [locale, text(locale)])) as BothNames;

function goodsIn(locale: Locale, { goods, lines }: Pick<People, 'goods' | 'lines'>): string {
  if (goods === null) return '';
  return lines === 1
    ? t(locale, 'part.goods.one', { name: goods[locale] })
    : t(locale, 'part.goods.many', { name: goods[locale], count: lines });
}

/** The applicant while a member of the owner organisation, else all its active members. */
export const recipientsOf = (document: { applicant_id: string }, { active }: Pick<People, 'active'>): string[] =>
  active.includes(document.applicant_id) ? [document.applicant_id] : active;

export interface People {
  owners: string[];
  /** Active members of the owner organisation, including that of a move. */
  active: string[];
  warehouse: string[];
  /** Readers by data rule, once it is submitted. */
  watchers: string[];
  applicantName: string;
  ownerName: BothNames;
  /** Product of the first line, and the number of lines. */
  goods: BothNames | null;
  lines: number;
}

/** Members of the owner, warehouse staff, and the names used in messages. */
export async function loadPeople(trx: Trx, document: Pick<Locked, 'id'>): Promise<People> {
  return (await loadPeopleByDocument(trx, [document.id])).get(document.id)!;
}

/** The same for many documents, by document id. */
export async function loadPeopleByDocument(trx: Trx, ids: readonly string[]): Promise<Map<string, People>> {
  const { rows } = await sql<
    People & { id: string }
  >`select t.id, ${PEOPLE} from ${documentOf(sql`wms_transaction`)} where t.id = ${anyOf(ids)}`.execute(trx);
  return new Map(rows.map(({ id, ...people }) => [id, people]));
}

const activeOf = (orgId: RawBuilder<unknown>) => sql`array(
    select u.id from sys_user u where u.id = any(array(select m.user_id from wms_org_user m where m.org_id = ${orgId}))
       and u.state = 'ACTIVE' and u.deleted_at is null)`;

const PEOPLE = sql`array(select user_id from wms_org_user where org_id = t.owner_org_id and t.type <> 'MOVE') as owners,
           ${activeOf(sql`t.owner_org_id`)} as active, ${activeOf(sql`w.org_id`)} as warehouse,
           case when t.submitted_at is null then '{}' else sys_rule_watchers(t.owner_org_id, t.warehouse_id) end as watchers, a.name as "applicantName",
           ${bothNames('o')} as "ownerName",
           (select ${bothNames('p')} from wms_transaction_line l join wms_product p on p.id = l.product_id
             where l.transaction_id = t.id order by l.line_no limit 1) as goods,
           (select count(*)::int from wms_transaction_line l where l.transaction_id = t.id) as lines`;
const documentOf = (documents: RawBuilder<unknown>): RawBuilder<unknown> => sql`${documents} t
      join wms_warehouse w on w.id = t.warehouse_id
      join sys_user a on a.id = t.applicant_id
      join wms_org o on o.id = t.owner_org_id`;
