// Resolves the candidates of a step. Roles are stored as roles, so that a user who receives one later may decide as well; all other
// candidates are stored by id.
import type { Candidate, Step } from '@kuwei/contract/bpm/graph';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { filterActive, byUsername, findHolders, leadersOf } from '../platform/people.ts';
import { requiredApprovals } from './course.ts';
import type { Kind } from './kind.ts';

/** Properties of an instance that candidates depend on. */
export interface Subject {
  /** Id of the document; or of a place, in a dry run. */
  bizId: string;
  placeId?: string;
  /** Organisation whose people decide, for roles asked for HERE. */
  orgId: string;
  /** Organisations of the applicant and of the owner. */
  applicantOrgId: string;
  ownerOrgId: string;
}

/** A task to create. */
export interface TaskAssignment {
  roles: string[];
  everywhere: string[];
  ids: string[];
}

/** The part of a kind that resolves people. */
type PeopleFinder = Pick<Kind, 'people'>;

export async function peopleOf(db: Kysely<DB>, kind: PeopleFinder, subject: Subject, candidate: Candidate): Promise<string[]> {
  const at = subject.placeId === undefined ? { bizId: subject.bizId } : { placeId: subject.placeId };
  switch (candidate.kind) {
    case 'ROLE':
      return findHolders(db, candidate.role, candidate.at === 'HERE' ? subject.orgId : null);
    case 'LEADER':
      return leadersOf(db, candidate.of === 'OWNER' ? subject.ownerOrgId : subject.applicantOrgId);
    case 'PERSON':
      return byUsername(db, candidate.person);
    case 'GROUP':
      return filterActive(db, await kind.people(db, at, { group: candidate.group }));
    default:
      return filterActive(db, await kind.people(db, at, { field: candidate.field }));
  }
}

export async function everyoneOf(
  db: Kysely<DB>,
  kind: PeopleFinder,
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
 * The tasks of a step: one shared task if one approval is enough, else one for each candidate.
 * @param barred people who may not decide
 * @returns empty if there are no candidates and the step defines what happens then
 */
export async function buildTaskAssignments(
  db: Kysely<DB>,
  kind: PeopleFinder,
  subject: Subject,
  step: Step,
  barred: readonly string[],
): Promise<TaskAssignment[]> {
  const { candidates, quorum, nobody } = step;
  const sharedTask: TaskAssignment = {
    roles: rolesAt(candidates, 'HERE'),
    everywhere: rolesAt(candidates, 'EVERYWHERE'),
    ids: [],
  };
  const byName = candidates.filter((each) => each.kind !== 'ROLE');
  const mayDecide = (id: string): boolean => !barred.includes(id);
  if (quorum === 'ONE') {
    sharedTask.ids = (await everyoneOf(db, kind, subject, byName)).filter(mayDecide);
    const isFound =
      nobody === 'WAIT' || sharedTask.ids.length > 0 || (await everyoneOf(db, kind, subject, candidates)).some(mayDecide);
    return isFound ? [sharedTask] : [];
  }
  const people = (await everyoneOf(db, kind, subject, candidates)).filter(mayDecide);
  const seats = people.map((id): TaskAssignment => ({ roles: [], everywhere: [], ids: [id] }));
  const missing = requiredApprovals(step, people.length) - people.length;
  if (missing <= 0) return seats;
  if (nobody !== 'WAIT') return [];
  // Administrators have to assign these by hand.
  return [...seats, ...Array.from({ length: missing }, (): TaskAssignment => ({ roles: [], everywhere: [], ids: [] }))];
}
