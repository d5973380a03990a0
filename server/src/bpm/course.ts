// The state machine of one request: what has been decided, and what follows from the next decision. Pure functions without a
// database: they run in the transaction of a document and, many thousand times, in property tests.
import type { Step } from '@kuwei/contract/bpm/graph';
import { reachableFrom, type Model } from './model.ts';
import { walkDefinition, type Place } from './walk.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';

/** `SIGN`: a countersigner added by an approver. `NOBODY`: the step was skipped for lack of candidates. */
export type SeatKind = 'DECIDE' | 'SIGN' | 'NOBODY';
/** `UNDONE`: invalidated because the request was sent back to an earlier step. */
type SeatState = 'OPEN' | 'APPROVED' | 'RETURNED' | 'REJECTED' | 'TRANSFERRED' | 'CANCELED' | 'UNDONE';

/** One task, for one person or any of several; decided once. */
export interface Seat {
  id: string;
  node: string;
  kind: SeatKind;
  state: SeatState;
}

export type Outcome = 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED';

export interface Course {
  vars: Vars;
  seats: readonly Seat[];
  outcome: Outcome | null;
}

export type Event =
  /** @property settled other seats of the same person, which this decides as well */
  | { type: 'approve' | 'reject'; seat: string; settled?: readonly string[] }
  /** @property to an earlier step; null: the applicant */
  | { type: 'return'; seat: string; to: string | null }
  /** @property into the id of the new seat */
  | { type: 'transfer'; seat: string; into: string }
  | { type: 'sign'; seat: string; added: string }
  | { type: 'withdraw' };

/** An event cannot be applied: its seat is already decided, or the step cannot be returned to. */
export class CourseFault extends Error {}

/** Whether a seat counts towards its step. */
const countsTowardsStep = ({ state }: Seat): boolean => state === 'OPEN' || state === 'APPROVED' || state === 'REJECTED';

const seatsAt = ({ seats }: Course, node: string): Seat[] =>
  seats.filter((seat) => seat.node === node && countsTowardsStep(seat));

/** Approvals needed from this many candidates. */
export function requiredApprovals({ quorum, amount }: Pick<Step, 'quorum' | 'amount'>, asked: number): number {
  if (quorum === 'ALL') return Math.max(1, asked);
  if (quorum === 'SHARE') return Math.max(1, Math.ceil((asked * amount) / 100));
  return quorum === 'COUNT' ? amount : 1;
}

type Verdict = 'open' | 'approved' | 'rejected';

/** Verdict of a step's quorum over these seats. */
function quorumVerdict(step: Step, seats: readonly Seat[]): Verdict {
  const approved = seats.filter(({ state }) => state === 'APPROVED').length;
  const rejected = seats.filter(({ state }) => state === 'REJECTED').length;
  const wanted = requiredApprovals(step, seats.length);
  if (seats.length - rejected < wanted) return 'rejected';
  return approved >= wanted ? 'approved' : 'open';
}

/**
 * Verdict of a step. Countersigners get an additional vote under the step's own quorum: the step waits for them, but they can neither
 * approve in place of its candidates nor reject where no single candidate could (decision 108).
 */
function verdict(step: Step, seats: readonly Seat[]): Verdict {
  if (seats.some(({ kind }) => kind === 'NOBODY')) return 'approved';
  const own = seats.filter(({ kind }) => kind === 'DECIDE');
  const signers = seats.filter(({ kind }) => kind === 'SIGN');
  const verdicts = [quorumVerdict(step, own), quorumVerdict(step, seats)];
  if (verdicts.includes('rejected')) return 'rejected';
  const allHeard = own.length > 0 && signers.every(({ state }) => state !== 'OPEN');
  return allHeard && verdicts.every((each) => each === 'approved') ? 'approved' : 'open';
}

const verdictAt = (model: Model, course: Course, node: string) => verdict(model.nodes[node]!.step!, seatsAt(course, node));

export const computePosition = (model: Model, course: Course) =>
  walkDefinition(model, course.vars, (node) => seatsAt(course, node).length > 0 && verdictAt(model, course, node) === 'approved');

/**
 * Applies an event to a course, without advancing it.
 * @throws CourseFault
 */
export function applyEvent(model: Model, course: Course, event: Event): Course {
  if (course.outcome !== null) throw new CourseFault('over');
  if (event.type === 'withdraw') return withOutcome(course, 'CANCELED');
  const seat = course.seats.find(({ id }) => id === event.seat);
  if (seat?.state !== 'OPEN') throw new CourseFault('decided');
  const { node } = seat;
  switch (event.type) {
    case 'approve':
    case 'reject': {
      const settled = changed(course, ({ id, state }) => state === 'OPEN' && event.settled?.includes(id) === true, 'CANCELED');
      const voted = changed(settled, ({ id }) => id === seat.id, event.type === 'approve' ? 'APPROVED' : 'REJECTED');
      const now = verdictAt(model, voted, node);
      if (now === 'rejected') return withOutcome(voted, 'REJECTED');
      // The step is decided: open tasks of others are cancelled.
      return now === 'open' ? voted : changed(voted, (each) => each.node === node && each.state === 'OPEN', 'CANCELED');
    }
    case 'return': {
      const returned = changed(course, (each) => each === seat, 'RETURNED');
      if (event.to === null) return withOutcome(returned, 'RETURNED');
      const back = event.to;
      const isPassed = computePosition(model, course).passed.some(({ id }) => id === back);
      if (!isPassed || back === node || !reachableFrom(model, back).has(node)) throw new CourseFault('step');
      const after = reachableFrom(model, back);
      const undone = changed(returned, (each) => after.has(each.node) && each.state === 'OPEN', 'CANCELED');
      return changed(undone, (each) => after.has(each.node) && countsTowardsStep(each), 'UNDONE');
    }
    case 'transfer': {
      const left = changed(course, (each) => each === seat, 'TRANSFERRED');
      return { ...left, seats: [...left.seats, { ...seat, id: event.into, state: 'OPEN' }] };
    }
    default:
      return { ...course, seats: [...course.seats, { id: event.added, node, kind: 'SIGN', state: 'OPEN' }] };
  }
}

const changed = (course: Course, which: (seat: Seat) => boolean, state: SeatState): Course => ({
  ...course,
  seats: course.seats.map((seat) => (which(seat) ? { ...seat, state } : seat)),
});

const withOutcome = (course: Course, outcome: Outcome): Course => ({
  ...changed(course, ({ state }) => state === 'OPEN', 'CANCELED'),
  outcome,
});

/** What comes next: steps to assign, or the end. */
export type NextAction =
  | { type: 'ask'; steps: Place[] }
  | { type: 'wait' }
  | { type: 'end'; ends: string[] }
  | { type: 'nowhere' };

export function computeNext(model: Model, course: Course): NextAction {
  const { open, ends } = computePosition(model, course);
  const steps = open.filter(({ id }) => seatsAt(course, id).length === 0);
  if (steps.length > 0) return { type: 'ask', steps };
  if (open.length > 0) return { type: 'wait' };
  return ends.length > 0 ? { type: 'end', ends } : { type: 'nowhere' };
}

/** Adds the seats of a reached step. @param ids of the new seats */
export const seated = (course: Course, node: string, ids: readonly string[], kind: SeatKind = 'DECIDE'): Course => ({
  ...course,
  seats: [...course.seats, ...ids.map((id): Seat => ({ id, node, kind, state: kind === 'NOBODY' ? 'APPROVED' : 'OPEN' }))],
});

export const ended = (course: Course, outcome: Outcome): Course => withOutcome(course, outcome);
