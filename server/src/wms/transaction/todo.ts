import type { Locale } from '@kuwei/contract/constants';
import { TODO_KINDS, type REVIEWED_TYPES } from '@kuwei/contract/wms/todo-kinds';
import { TODO_SHOWN, type Todo, type todoRoutes } from '@kuwei/contract/wms/todo';
import { sql } from 'kysely';
import type { Kinds } from '../../bpm/kind.ts';
import { countTasksByKind, listWork, type WorkListOptions } from '../../bpm/lists.ts';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { Db } from '../../db/open.ts';
import type { Handlers } from '../../http/register.ts';
import { isChosen } from '../scope.ts';
import { APPROVALS, approvalsOf, linkOf, workLinkOf, type LinkTarget } from './links.ts';
import { selectPeople, selectWaiting } from './waiting.ts';

/** @param kinds registered kinds */
export const todoHandlers = (kinds: Kinds): Handlers<typeof todoRoutes> => ({
  listMyTodos: async (_, { db, caller, origin: { locale }, services: { settings } }) => {
    const todos = await todosOf(db, caller, locale);
    const reviews = await reviewsOf(db, kinds, { caller, locale, settings });
    const placeOf = ({ kind }: Todo): number => TODO_KINDS.indexOf(kind);
    return [...todos, ...reviews].toSorted((a, b) => placeOf(a) - placeOf(b));
  },
});

const TYPE: Readonly<Record<string, (typeof REVIEWED_TYPES)[number]>> = {
  WMS_INVENTORY: 'COUNT',
  WMS_AFTER_SALES: 'AFTER_SALES',
  WMS_SHARE: 'SHARE',
};

/** Reviews of documents other than transactions. */
async function reviewsOf(db: Db, kinds: Kinds, reader: WorkListOptions): Promise<Todo[]> {
  const waiting = await countTasksByKind(db, Object.keys(TYPE), reader.caller, reader.locale);
  return Promise.all(
    waiting.map(async ({ key, org, count }): Promise<Todo> => {
      const list = `${APPROVALS}?key=${key}`;
      const tasks = await listWork(db, kinds, 'todo', { key: [key], page: 1, size: TODO_SHOWN }, reader);
      const documents = tasks.list.map(({ bizId: id, no, group, applicant, at, link }) => ({
        id,
        no,
        ownerName: group,
        applicantName: applicant,
        since: at,
        link: link ?? list,
      }));
      const type = TYPE[kinds.find(key)!.bizType]!;
      return { kind: 'REVIEW', type, org, chosen: true, count, link: count === 1 ? documents[0]!.link : list, documents };
    }),
  );
}

type Row = Pick<Todo, 'kind' | 'org' | 'count'> &
  LinkTarget & { no: string; ownerName: string; applicantName: string; since: string };

/** To-dos of a person by kind; of each, the documents that have waited longest. */
async function todosOf(db: Db, caller: Caller, locale: Locale): Promise<Todo[]> {
  const { rows } = await sql<Row>`
    with person as (${selectPeople(sql`select ${caller.userId}::uuid`, caller.proxyUserId)}),
    waits as (${selectWaiting()}),
    ranked as (
      select w.*, t.type, count(*) over kinds as total, row_number() over (kinds order by t.updated_at, t.id) as place
        from waits w join wms_transaction t on t.id = w.id
      window kinds as (partition by w.kind, t.type, w.org_id)
    )
    select r.kind, r.type, r.total::int as count, json_build_object('id', f.id, 'name', ${named(locale, 'f')}, 'type', f.type) as org,
           t.id, t.no, t.source, ${named(locale, 'o')} as "ownerName", u.name as "applicantName", t.updated_at as since
      from ranked r
      join wms_transaction t on t.id = r.id
      join wms_org f on f.id = r.org_id
      join wms_org o on o.id = t.owner_org_id
      join sys_user u on u.id = t.applicant_id
     where r.place <= ${TODO_SHOWN}
     order by array_position(${[...TODO_KINDS]}::text[], r.kind), r.type, f.code, r.place`.execute(db);
  const todos = new Map<string, Todo>();
  for (const { kind, type, org, count, id, no, source, ownerName, applicantName, since } of rows) {
    const key = `${kind} ${type} ${org.id}`;
    // Reviewers outside the warehouse have no pages there.
    const isGuest = kind === 'REVIEW' && !caller.orgs.some((each) => each.id === org.id);
    const link = isGuest ? approvalsOf(type) : addressOf(kind, { id, type, source });
    const known = todos.get(key);
    const chosen = isChosen(caller, org);
    const made = known ?? {
      kind,
      type,
      org,
      chosen,
      count,
      link: count === 1 ? link : listOf(kind, { id, type, source }),
      documents: [],
    };
    made.documents.push({ id, no, ownerName, applicantName, since, link });
    todos.set(key, made);
  }
  return [...todos.values()];
}

const OWNER_KINDS: readonly Todo['kind'][] = ['RETURNED', 'COLLECT'];

const addressOf = (kind: Todo['kind'], document: LinkTarget): string =>
  OWNER_KINDS.includes(kind)
    ? linkOf(document, 'owner')
    : kind === 'REVIEW' || kind === 'REVERSAL'
      ? linkOf(document, 'warehouse')
      : workLinkOf(document);

/** The list of all such documents; second confirmations are in the put-away and picking lists. */
function listOf(kind: Todo['kind'], document: LinkTarget): string {
  const list = addressOf(kind, document).split('/').slice(0, -1).join('/');
  if (kind === 'REVERSAL') return `${list}?state=DONE,PARTIAL`;
  if (kind === 'REVIEW') return approvalsOf(document.type);
  if (kind === 'RETURNED') return `${list}?state=RETURNED&mine=true`;
  return kind === 'COLLECT' ? `${list}?state=EXECUTING,PARTIAL&mine=true` : `${list}?task=execute`;
}
