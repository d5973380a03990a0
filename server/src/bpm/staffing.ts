// Steps without deciders today: people may be appointed tomorrow, so publishing such a definition needs a confirmation only.
import type { Candidate } from '@kuwei/contract/bpm/graph';
import type { Locale } from '@kuwei/contract/constants';
import type { Fault } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import type { Kysely } from 'kysely';
import { NIL_ID } from '../db/id.ts';
import type { DB } from '../db/types.ts';
import { t } from '../phrase.ts';
import { peopleOf, type Subject } from './candidates.ts';
import { requiredApprovals } from './course.ts';
import type { Kind, Place } from './kind.ts';
import { reachableFrom, type Model } from './model.ts';
import { listCandidatePeople, type TaskCandidates } from './task-candidates.ts';

/** Places examined, and fewer for a definition of many steps. */
const PLACES_MAX = 200;
const EXAMINED_MAX = 2_000;
/** Steps compared with each other; definitions have far fewer. */
const COMPARED_MAX = 60;
/** Places named in a warning. */
const PLACES_NAMED = 5;

/** Candidates who do not depend on the document. */
const isKnown = ({ kind }: Candidate): boolean => kind === 'ROLE' || kind === 'PERSON' || kind === 'GROUP';

/** People of each step at each place, by step id and place id; steps whose candidates depend on the document are left out. */
async function findPeople(
  db: Kysely<DB>,
  kind: Kind,
  model: Model,
  places: readonly Place[],
): Promise<(step: string, place: string) => ReadonlySet<string> | undefined> {
  const known = new Map<string, string[]>();
  const idsOf = async (subject: Subject, candidate: Candidate): Promise<string[]> => {
    const key = `${JSON.stringify(candidate)} ${candidate.kind === 'GROUP' ? subject.placeId : ''}`;
    const ids = known.get(key) ?? (await peopleOf(db, kind, subject, candidate));
    known.set(key, ids);
    return ids;
  };
  const asked = new Map<string, TaskCandidates>();
  const keys = new Map<string, string>();
  for (const [id, { step }] of Object.entries(model.nodes)) {
    if (!step || !step.candidates.every(isKnown)) continue;
    const rolesAt = (at: 'HERE' | 'EVERYWHERE'): string[] =>
      step.candidates.flatMap((each) => (each.kind === 'ROLE' && each.at === at ? [each.role] : []));
    const named = step.candidates.filter((each) => each.kind !== 'ROLE');
    const byPlace = named.some((each) => each.kind === 'GROUP');
    for (const { id: placeId, orgId } of places) {
      const key = `${id} ${byPlace ? placeId : orgId}`;
      keys.set(`${id} ${placeId}`, key);
      if (asked.has(key)) continue;
      const subject: Subject = { bizId: NIL_ID, placeId, orgId, applicantOrgId: orgId, ownerOrgId: orgId };
      const ids = [];
      for (const candidate of named) ids.push(...(await idsOf(subject, candidate)));
      const everywhere = rolesAt('EVERYWHERE');
      asked.set(key, { key, orgId, roles: rolesAt('HERE'), everywhere, ids, barred: [], workflow: kind.key });
    }
  }
  const listed = await listCandidatePeople(db, [...asked.values()]);
  const found = new Map([...asked.keys()].map((key) => [key, new Set(listed.get(key)?.map(({ id }) => id))]));
  return (step, place) => {
    const key = keys.get(`${step} ${place}`);
    return key === undefined ? undefined : found.get(key);
  };
}

/** Whether one request may pass both steps: one after the other, or side by side. */
function meetInRequest(model: Model, reach: (id: string) => ReadonlySet<string>, one: string, other: string): boolean {
  if (reach(one).has(other) || reach(other).has(one)) return true;
  return Object.values(model.nodes).some(({ kind, flows }) => {
    if (kind !== 'parallel' && kind !== 'inclusive') return false;
    const ends = flows.map(({ to }) => reach(to));
    return ends.some((mine) => mine.has(one) && !mine.has(other)) && ends.some((mine) => mine.has(other) && !mine.has(one));
  });
}

/**
 * Steps without anyone, or without enough people, who could decide them today; or whose only people have to decide another step of the
 * same request. Each with its element and its places.
 */
export async function findStaffingGaps(db: Kysely<DB>, kind: Kind, model: Model, locale: Locale): Promise<Fault[]> {
  const steps = Object.entries(model.nodes).flatMap(([id, { step }]) => (step ? [{ id, step }] : []));
  const most = Math.max(1, Math.min(PLACES_MAX, Math.floor(EXAMINED_MAX / Math.max(1, steps.length))));
  const places = (await kind.places(db, locale)).slice(0, most);
  const peopleAt = await findPeople(db, kind, model, places);
  const namePlaces = (at: readonly Place[]): string => {
    if (at.length === places.length && at.length > 1) return t(locale, 'flow.everyPlace');
    const names = joinList(
      locale,
      at.slice(0, PLACES_NAMED).map(({ name }) => name),
    );
    return at.length > PLACES_NAMED ? t(locale, 'flow.morePlaces', { names, count: at.length }) : names;
  };
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (id: string): ReadonlySet<string> => {
    const ids = reached.get(id) ?? reachableFrom(model, id);
    reached.set(id, ids);
    return ids;
  };
  const leads = (from: string, to: string): boolean => reach(from).has(to);
  const gaps: Fault[] = [];
  for (const { id, step } of steps) {
    if (step.nobody === 'APPROVE') continue;
    const wantedOf = (people: number): number => requiredApprovals(step, people);
    const at = (isGap: (people: ReadonlySet<string>, place: Place) => boolean): Place[] =>
      places.filter((place) => {
        const people = peopleAt(id, place.id);
        return people !== undefined && isGap(people, place);
      });
    const add = (where: readonly Place[], key: Fault['key'], params: Fault['params'] = {}): void => {
      if (where.length > 0) gaps.push({ path: id, key, params: { step: id, places: namePlaces(where), ...params } });
    };
    add(
      at(({ size }) => size === 0),
      'rule.flow.unmanned',
    );
    add(
      at(({ size }) => size > 0 && size < wantedOf(size)),
      'rule.flow.understaffed',
      { wanted: step.amount },
    );
    // Deciders of another step cannot decide this one too.
    for (const other of steps.length > COMPARED_MAX ? [] : steps) {
      const isBefore = leads(other.id, id) || (!leads(id, other.id) && other.id < id);
      if (other.id === id || !isBefore || !meetInRequest(model, reach, other.id, id)) continue;
      const where = at((people, { id: place }) => {
        const others = peopleAt(other.id, place);
        if (!others || others.size > requiredApprovals(other.step, others.size)) return false;
        const left = [...people].filter((person) => !others.has(person)).length;
        return people.size >= wantedOf(people.size) && left < wantedOf(left);
      });
      add(where, 'rule.flow.samePeople', { steps: other.id });
    }
  }
  return gaps;
}
