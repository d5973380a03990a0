// Dry run of a definition: the path that given variables take, step by step, with the people who would be asked; and which recent
// documents would have taken another path. Writes nothing.
import type { PastTrial, Trial, TrialRow } from '@kuwei/contract/bpm/definition';
import { PAST_MAX, PEOPLE_SHOWN } from '@kuwei/contract/bpm/definition';
import type { Step } from '@kuwei/contract/bpm/graph';
import type { Vars } from '@kuwei/contract/bpm/condition';
import { joinList } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { t } from '../phrase.ts';
import { listCandidatePeople, type TaskCandidates } from './task-candidates.ts';
import { everyoneOf, buildTaskAssignments } from './candidates.ts';
import { computeNext, requiredApprovals, seated, computePosition, applyEvent, type Course } from './course.ts';
import type { Kind, Reader } from './kind.ts';
import type { Model, Node } from './model.ts';
import type { TrialSubject } from './sample.ts';
import { levelsOf, stepsOf, type Place } from './walk.ts';

interface Person {
  id: string;
  name: string;
}

/** State of a dry run. */
interface Going {
  db: Kysely<DB>;
  kind: Pick<Kind, 'people'>;
  subject: TrialSubject;
  model: Model;
  nameOf: (node: Node) => string;
  rows: TrialRow[];
  /** Steps by the people who have approved them, and may not decide again. */
  deciders: Map<string, string>;
  /** Number of remaining steps each person is a candidate of: the least needed decides first. */
  asked: Map<string, number>;
}

/** Upper bound of steps and copies in one dry run; a definition has fewer. */
const ROWS_MAX = 500;

export async function runTrial(
  db: Kysely<DB>,
  kind: Pick<Kind, 'people'>,
  model: Model,
  subject: TrialSubject,
  vars: Vars,
  nameOf: Going['nameOf'],
): Promise<Trial> {
  const going: Going = { db, kind, subject, model, nameOf, rows: [], deciders: new Map(), asked: new Map() };
  for (const { id } of stepsOf(model, vars))
    for (const person of await everyoneOf(db, kind, subject, model.nodes[id]!.step!.candidates))
      going.asked.set(person, (going.asked.get(person) ?? 0) + 1);
  let course: Course = { vars, seats: [], outcome: null };
  const notified = new Set<string>();
  let outcome: Trial['outcome'] = 'APPROVED';
  while (course.outcome === null && going.rows.length < ROWS_MAX) {
    for (const place of computePosition(model, course).told)
      if (!notified.has(place.id)) {
        notified.add(place.id);
        await addNotificationRow(going, place, 'TELL');
      }
    const next = computeNext(model, course);
    if (next.type !== 'ask') {
      for (const id of next.type === 'end' ? next.ends : []) await addNotificationRow(going, { id, level: 0 }, 'END');
      break;
    }
    const before = course;
    for (const place of next.steps) course = await stepRow(going, course, place);
    if (course.outcome !== null) outcome = 'REJECTED';
    if (going.rows.some((row) => row.outcome === 'STUCK')) {
      outcome = 'STUCK';
      break;
    }
    if (course === before) break;
  }
  return { rows: going.rows, flows: computePosition(model, course).flows, levels: levelsOf(model, vars), outcome };
}

const namesOf = (people: readonly Person[]): string[] => people.slice(0, PEOPLE_SHOWN).map(({ name }) => name);

async function peopleNamed({ db, subject }: Going, ids: readonly string[]): Promise<Person[]> {
  const asked = [{ key: '', orgId: subject.orgId, roles: [], everywhere: [], ids, barred: [] }];
  return (await listCandidatePeople(db, asked)).get('') ?? [];
}

async function addNotificationRow(going: Going, { id, level }: Place, kind: 'TELL' | 'END'): Promise<void> {
  const node = going.model.nodes[id]!;
  const people = await peopleNamed(going, await everyoneOf(going.db, going.kind, going.subject, node.copies));
  going.rows.push({
    element: id,
    name: going.nameOf(node),
    level,
    kind,
    people: people.slice(0, PEOPLE_SHOWN),
    count: people.length,
    needed: 0,
    asked: 0,
    by: [],
    told: [],
    excluded: [],
    outcome: 'TOLD',
  });
}

/** Asks a step's candidates, and approves in the name of as many as its quorum needs. */
async function stepRow(going: Going, course: Course, { id, level }: Place): Promise<Course> {
  const { db, kind, subject, model, rows, deciders, asked } = going;
  const node = model.nodes[id]!;
  const step = node.step!;
  const barred = [...subject.barred, ...deciders.keys()];
  const assignments = await buildTaskAssignments(db, kind, subject, step, barred);
  const seats = assignments.map((seat, at): TaskCandidates => ({ key: `${id} ${at}`, orgId: subject.orgId, ...seat, barred }));
  const people = await listCandidatePeople(db, seats);
  const everyone = [...new Map([...people.values()].flat().map((person) => [person.id, person])).values()];
  const copyRecipients = await peopleNamed(going, await everyoneOf(db, kind, subject, node.copies));
  const row: TrialRow = {
    element: id,
    name: going.nameOf(node),
    level,
    kind: 'STEP',
    people: everyone.slice(0, PEOPLE_SHOWN),
    count: everyone.length,
    needed: requiredApprovals(step, seats.length),
    asked: seats.length,
    by: [],
    told: namesOf(copyRecipients),
    excluded: [],
    outcome: 'APPROVED',
  };
  rows.push(row);
  if (seats.length === 0) {
    row.outcome = step.nobody === 'APPROVE' ? 'PASSED' : 'REFUSED';
    row.excluded = await listExcluded(going, step, barred);
    return step.nobody === 'APPROVE' ? seated(course, id, [`${id} nobody`], 'NOBODY') : { ...course, outcome: 'REJECTED' };
  }
  let now = seated(
    course,
    id,
    seats.map(({ key }) => key),
  );
  for (const { key } of seats) {
    if (!now.seats.some((seat) => seat.id === key && seat.state === 'OPEN')) continue;
    const free = (people.get(key) ?? []).filter((person) => !deciders.has(person.id));
    const [decider] = free.toSorted((one, other) => (asked.get(one.id) ?? 0) - (asked.get(other.id) ?? 0));
    if (!decider) continue;
    deciders.set(decider.id, row.name);
    row.by.push(decider.name);
    now = applyEvent(model, now, { type: 'approve', seat: key });
  }
  if (now.seats.some((seat) => seat.node === id && seat.state === 'OPEN')) {
    row.outcome = 'STUCK';
    row.excluded = await listExcluded(going, step, barred);
  }
  return now;
}

/** Candidates of a step who may not decide it, with the step that they decided; null: they applied for the document. */
async function listExcluded(going: Going, { candidates }: Step, barred: readonly string[]): Promise<TrialRow['excluded']> {
  const people = await everyoneOf(going.db, going.kind, going.subject, candidates);
  const lost = await peopleNamed(
    going,
    people.filter((id) => barred.includes(id)),
  );
  return lost.slice(0, PEOPLE_SHOWN).map(({ id, name }) => ({ name, step: going.deciders.get(id) ?? null }));
}

interface Before {
  bizId: string;
  startedAt: string;
  vars: Vars;
  model: Model;
}

/** The most recently submitted documents of a kind, with the path each would take under another model. */
export async function replayPastDocuments(
  db: Kysely<DB>,
  kind: Kind,
  model: Model,
  reader: Reader,
  nameOf: Going['nameOf'],
): Promise<PastTrial> {
  const { rows } = await sql<Before>`
    select i.biz_id as "bizId", i.started_at as "startedAt", i.vars, d.model
      from bpm_definition d
     cross join lateral (select * from bpm_instance i where i.definition_id = d.id order by i.started_at desc, i.id limit ${PAST_MAX}) i
     where d.key = ${kind.key} order by i.started_at desc limit ${PAST_MAX}`.execute(db);
  const lacking = Object.keys(model.variables).filter((name) => rows.some(({ vars }) => !Object.hasOwn(vars, name)));
  // Steps of one level run side by side.
  const stepsBy = (of: Model, vars: Vars): string[] =>
    [...Map.groupBy(stepsOf(of, vars), ({ level }) => level).values()].map((places) => {
      const names = places.map(({ id }) => nameOf(of.nodes[id]!));
      return names.length === 1 ? names[0]! : t(reader.locale, 'flow.together', { names: joinList(reader.locale, names) });
    });
  const changed = rows
    .map((row) => ({ ...row, before: stepsBy(row.model, row.vars), after: stepsBy(model, row.vars) }))
    .filter(({ before, after }) => before.join('\n') !== after.join('\n'));
  const documents = await kind.describe(db, [...new Set(changed.map(({ bizId }) => bizId))], reader);
  return {
    looked: rows.length,
    lacking,
    changed: changed.map(({ bizId, startedAt, before, after }) => ({
      bizId,
      startedAt,
      before,
      after,
      no: documents.get(bizId)?.no ?? '',
    })),
  };
}
