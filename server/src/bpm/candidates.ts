// Finds the people of a step. Whoever holds a role is asked as such, so that somebody who is given it tomorrow may decide, too;
// everybody else is asked by name.
import type { Candidate, Step } from '@kuwei/contract/bpm/graph';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { activeOf, byUsername, holdersOf, leadersOf } from '../platform/people.ts';
import { needed } from './course.ts';
import type { Kind } from './kind.ts';

/** What of an instance decides who is found. */
export interface Subject {
  /** Of the document; of where it could be, where a definition is tried. */
  bizId: string;
  placeId?: string;
  /** Whose people decide, where a role is asked for HERE. */
  orgId: string;
  /** Of who applied, and of who owns what it is about. */
  applicantOrgId: string;
  ownerOrgId: string;
}

/** One task to be made. */
export interface Seating {
  roles: string[];
  everywhere: string[];
  ids: string[];
}

/** What finds people for a step: a kind of document is not needed but for that. */
type Finds = Pick<Kind, 'people'>;

export async function peopleOf(db: Kysely<DB>, kind: Finds, subject: Subject, candidate: Candidate): Promise<string[]> {
  const at = subject.placeId === undefined ? { bizId: subject.bizId } : { placeId: subject.placeId };
  switch (candidate.kind) {
    case 'ROLE':
      return holdersOf(db, candidate.role, candidate.at === 'HERE' ? subject.orgId : null);
    case 'LEADER':
      return leadersOf(db, candidate.of === 'OWNER' ? subject.ownerOrgId : subject.applicantOrgId);
    case 'PERSON':
      return byUsername(db, candidate.person);
    case 'GROUP':
      return activeOf(db, await kind.people(db, at, { group: candidate.group }));
    default:
      return activeOf(db, await kind.people(db, at, { field: candidate.field }));
  }
}

export async function everyoneOf(
  db: Kysely<DB>,
  kind: Finds,
  subject: Subject,
  candidates: readonly Candidate[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const candidate of candidates) for (const id of await peopleOf(db, kind, subject, candidate)) found.add(id);
  return [...found];
}

const rolesAt = (candidates: readonly Candidate[], at: 'HERE' | 'EVERYWHERE'): string[] =>
  candidates.flatMap((each) => (each.kind === 'ROLE' && each.at === at ? [each.role] : []));

/**
 * The tasks of a step: one for all who are asked where any of them suffices, else one for each.
 * @param barred people who may not decide it
 * @returns empty where nobody is found, and the step says what becomes of it then
 */
export async function seatingOf(
  db: Kysely<DB>,
  kind: Finds,
  subject: Subject,
  step: Step,
  barred: readonly string[],
): Promise<Seating[]> {
  const { candidates, quorum, nobody } = step;
  const together: Seating = { roles: rolesAt(candidates, 'HERE'), everywhere: rolesAt(candidates, 'EVERYWHERE'), ids: [] };
  const byName = candidates.filter((each) => each.kind !== 'ROLE');
  const mayDecide = (id: string): boolean => !barred.includes(id);
  if (quorum === 'ONE') {
    together.ids = (await everyoneOf(db, kind, subject, byName)).filter(mayDecide);
    const isFound =
      nobody === 'WAIT' || together.ids.length > 0 || (await everyoneOf(db, kind, subject, candidates)).some(mayDecide);
    return isFound ? [together] : [];
  }
  const people = (await everyoneOf(db, kind, subject, candidates)).filter(mayDecide);
  const seats = people.map((id): Seating => ({ roles: [], everywhere: [], ids: [id] }));
  const missing = needed(step, people.length) - people.length;
  if (missing <= 0) return seats;
  if (nobody !== 'WAIT') return [];
  // Somebody has to be named for these by hand.
  return [...seats, ...Array.from({ length: missing }, (): Seating => ({ roles: [], everywhere: [], ids: [] }))];
}
