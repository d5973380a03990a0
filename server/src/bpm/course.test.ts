import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyModel, anyVars, VARIABLES } from '../../test/_models.ts';
import { checkModel } from './check.ts';
import {
  CourseFault,
  ended,
  computeNext,
  requiredApprovals,
  seated,
  computePosition,
  applyEvent,
  type Course,
  type Event,
} from './course.ts';
import type { Candidate } from '@kuwei/contract/bpm/graph';
import { reachableFrom, type Model, type Node } from './model.ts';
import { chooseFlows, levelsOf, walkDefinition, stepsOf } from './walk.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) };
const ASKED: Candidate[] = [{ kind: 'ROLE', role: 'ROLE_A', at: 'HERE' }];
const offered = {
  variables: VARIABLES,
  groups: [],
  fields: [],
  codes: {},
  roles: new Set(['ROLE_A']),
  people: new Set<string>(),
};

test('the generated definitions are valid', { tags: ['property'] }, () => {
  fc.assert(
    fc.property(anyModel(ASKED), (model) => {
      const faults = checkModel(model, offered);
      // Blocks may be too deep or without steps; everything else is valid.
      expect(faults.filter(({ key }) => key !== 'rule.flow.levels' && key !== 'rule.flow.noStep')).toEqual([]);
    }),
    RUNS,
  );
});

/** Reference implementation of BPMN: tokens that move one by one in any order, and joins that consume them. */
class Tokens {
  readonly #model: Model;
  readonly #vars: Vars;
  readonly #pick: (most: number) => number;
  readonly #flows = new Map<string, number>();
  readonly open: string[] = [];
  readonly #sources: Map<string, { id: string; from: string }[]>;

  constructor(model: Model, vars: Vars, pick: (most: number) => number) {
    this.#model = model;
    this.#vars = vars;
    this.#pick = pick;
    this.#sources = new Map(Object.keys(model.nodes).map((id) => [id, []]));
    for (const [from, { flows }] of Object.entries(model.nodes))
      for (const { id, to } of flows) this.#sources.get(to)!.push({ id, from });
    this.#leave(model.start);
    this.#settle();
  }

  done(step: string): void {
    this.open.splice(this.open.indexOf(step), 1);
    this.#leave(step);
    this.#settle();
  }

  #leave(id: string): void {
    const node = this.#model.nodes[id]!;
    const chooses = node.kind === 'exclusive' || node.kind === 'inclusive';
    for (const flow of chooses ? chooseFlows(this.#model, node, this.#vars) : node.flows)
      this.#flows.set(flow.id, (this.#flows.get(flow.id) ?? 0) + 1);
  }

  #has = (flow: string): boolean => (this.#flows.get(flow) ?? 0) > 0;

  /** Whether a node can proceed. */
  #ready(id: string, { kind }: Node): boolean {
    const coming = this.#sources.get(id)!.map((flow) => flow.id);
    if (!coming.some(this.#has)) return false;
    if (kind === 'parallel') return coming.every(this.#has);
    if (kind !== 'inclusive') return true;
    const elsewhere = [
      ...this.open,
      ...Object.entries(this.#model.nodes).flatMap(([, { flows }]) =>
        flows.filter((flow) => this.#has(flow.id) && flow.to !== id).map(({ to }) => to),
      ),
    ];
    return !elsewhere.some((place) => reachableFrom(this.#model, place).has(id));
  }

  #settle(): void {
    for (;;) {
      const ready = Object.entries(this.#model.nodes).filter(([id, node]) => this.#ready(id, node));
      if (ready.length === 0) return;
      const [id, node] = ready[this.#pick(ready.length - 1)]!;
      const joins = node.kind === 'parallel' || node.kind === 'inclusive';
      const coming = this.#sources.get(id)!.filter((flow) => this.#has(flow.id));
      for (const flow of joins ? coming : coming.slice(0, 1)) this.#flows.set(flow.id, this.#flows.get(flow.id)! - 1);
      if (node.kind === 'step') this.open.push(id);
      else if (node.kind !== 'end') this.#leave(id);
    }
  }

  get waiting(): number {
    return [...this.#flows.values()].reduce((sum, count) => sum + count, 0);
  }
}

test.each([
  ['exclusive', { a: true, b: true, n: 9 }, ['one']],
  ['exclusive', { a: false, b: true, n: 9 }, ['two']],
  ['exclusive', { a: false, b: false, n: 0 }, ['rest']],
  ['inclusive', { a: true, b: true, n: 9 }, ['one', 'two', 'three']],
  ['inclusive', { a: false, b: true, n: 9 }, ['two', 'three']],
  ['inclusive', { a: false, b: false, n: 0 }, ['rest']],
] as const)('out of an %s gateway, with %o, go %o', (kind, vars, ways) => {
  const flow = (id: string, condition: string | null) => ({ id, to: id, condition, isDefault: condition === null });
  const flows = [flow('rest', null), flow('one', 'a'), flow('two', 'b'), flow('three', 'n > 4')];
  const node: Node = { kind, name: 'g', nameEn: null, step: null, copies: [], flows };
  expect(chooseFlows({ variables: VARIABLES }, node, vars).map(({ id }) => id)).toEqual(ways);
});

test('the computed position matches the tokens of BPMN, in any order of events', { tags: ['property'] }, () => {
  fc.assert(
    fc.property(anyModel(ASKED), anyVars, fc.infiniteStream(fc.nat(1_000)), (model, vars, numbers) => {
      const pick = (most: number): number => Number(numbers.next().value) % (most + 1);
      const tokens = new Tokens(model, vars, pick);
      const done = new Set<string>();
      for (;;) {
        const { open, ends } = walkDefinition(model, vars, (id) => done.has(id));
        expect(open.map(({ id }) => id).toSorted()).toEqual(tokens.open.toSorted());
        if (open.length === 0) {
          expect(tokens.waiting).toBe(0);
          expect(ends.length).toBeGreaterThan(0);
          break;
        }
        const { id } = open[pick(open.length - 1)]!;
        done.add(id);
        tokens.done(id);
      }
      expect([...done].toSorted()).toEqual(
        stepsOf(model, vars)
          .map(({ id }) => id)
          .toSorted(),
      );
    }),
    RUNS,
  );
});

/** Advances a course and assigns people to every step. @param find how many for a step */
function advance(model: Model, begun: Course, find: () => number): Course {
  let course = begun;
  for (;;) {
    const next = computeNext(model, course);
    if (next.type === 'end') return ended(course, 'APPROVED');
    if (next.type !== 'ask') return course;
    for (const { id } of next.steps) {
      const step = model.nodes[id]!.step!;
      const people = step.quorum === 'ONE' ? 1 : find();
      const seats = Math.max(people, requiredApprovals(step, people));
      const ids = Array.from({ length: seats }, (_, at) => `${id}.${course.seats.length + at}`);
      course = seated(course, id, ids);
    }
  }
}

test('[F-C4] under any concurrent decisions a request ends, and nothing is decided twice', { tags: ['property'] }, () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(anyModel(ASKED), anyVars, fc.infiniteStream(fc.nat(1_000)), (model, vars, numbers) => {
      const pick = (most: number): number => Number(numbers.next().value) % (most + 1);
      const find = (): number => pick(4);
      let course = advance(model, { vars, seats: [], outcome: null }, find);
      const decided = new Map<string, number>();
      for (let turn = 0; course.outcome === null; turn++) {
        expect(turn).toBeLessThan(2_000);
        const open = course.seats.filter(({ state }) => state === 'OPEN');
        // Whatever waits for whom, something can always proceed.
        expect(open.length).toBeGreaterThan(0);
        const { id: seat, node } = open[pick(open.length - 1)]!;
        const back = computePosition(model, course).passed.map(({ id }) => id);
        const dice = pick(turn < 200 ? 19 : 11);
        const event: Event =
          dice < 12
            ? { type: 'approve', seat }
            : dice === 12
              ? { type: 'reject', seat }
              : dice === 13
                ? { type: 'return', seat, to: null }
                : dice < 17
                  ? { type: 'return', seat, to: back[pick(Math.max(0, back.length - 1))] ?? node }
                  : dice === 17
                    ? { type: 'transfer', seat, into: `${seat}t${turn}` }
                    : { type: 'sign', seat, added: `${seat}s${turn}` };
        // Concurrent clicks: the first decides.
        for (let click = 0; click < 3; click++) {
          try {
            const before = course;
            course = applyEvent(model, course, event);
            if (event.type === 'sign') break;
            decided.set(seat, (decided.get(seat) ?? 0) + 1);
            expect(before.seats.find(({ id }) => id === seat)!.state).toBe('OPEN');
            course = course.outcome === null ? advance(model, course, find) : course;
          } catch (error) {
            expect(error).toBeInstanceOf(CourseFault);
          }
        }
        // After a return, decisions of repeated steps do not count.
        for (const { id } of computePosition(model, course).open)
          expect(course.outcome !== null || course.seats.some((each) => each.node === id && each.state === 'OPEN')).toBe(true);
      }
      expect([...decided.values()].every((times) => times === 1)).toBe(true);
      expect(course.seats.some(({ state }) => state === 'OPEN')).toBe(false);
      if (course.outcome === 'APPROVED') {
        const passed = computePosition(model, course).passed.map(({ id }) => id);
        expect(passed.toSorted()).toEqual(
          stepsOf(model, vars)
            .map(({ id }) => id)
            .toSorted(),
        );
      }
      outcomes.add(course.outcome);
    }),
    RUNS,
  );
  expect([...outcomes].toSorted()).toEqual(['APPROVED', 'REJECTED', 'RETURNED']);
});

const asks = (quorum: 'ONE' | 'ALL' | 'SHARE' | 'COUNT', amount = 0): Node => ({
  kind: 'step',
  name: 't',
  nameEn: null,
  copies: [],
  flows: [{ id: 'f2', to: 'e', condition: null, isDefault: false }],
  step: { candidates: ASKED, quorum, amount, nobody: 'WAIT', limit: null },
});
const one = (step: Node): Model => ({
  start: 's',
  variables: {},
  nodes: {
    s: {
      kind: 'start',
      name: '',
      nameEn: null,
      step: null,
      copies: [],
      flows: [{ id: 'f1', to: 't', condition: null, isDefault: false }],
    },
    t: step,
    e: { kind: 'end', name: '', nameEn: null, step: null, copies: [], flows: [] },
  },
});

test.each([
  ['ALL', 0, 'AAA', 'end'],
  ['ALL', 0, 'AA', 'wait'],
  ['ALL', 0, 'AR', 'REJECTED'],
  ['SHARE', 60, 'AA', 'end'],
  ['SHARE', 60, 'RA', 'wait'],
  ['SHARE', 60, 'RAA', 'end'],
  ['SHARE', 60, 'RR', 'REJECTED'],
  ['COUNT', 1, 'RRA', 'end'],
  ['COUNT', 2, 'ARR', 'REJECTED'],
] as const)('of three who are asked, %s %s: after %s it is %s', (quorum, amount, votes, expected) => {
  const model = one(asks(quorum, amount));
  let course = seated({ vars: {}, seats: [], outcome: null }, 't', ['1', '2', '3']);
  for (const [at, vote] of [...votes].entries())
    course = applyEvent(model, course, { type: vote === 'A' ? 'approve' : 'reject', seat: String(at + 1) });
  expect(course.outcome ?? computeNext(model, course).type).toBe(expected);
  // Remaining tasks are cancelled.
  if (expected !== 'wait') expect(course.seats.filter(({ state }) => state === 'OPEN')).toEqual([]);
});

test.each([
  // The step waits for them, but their approval does not suffice.
  ['ONE', 0, 1, '1A', 'wait'],
  ['ONE', 0, 1, '1A +A', 'end'],
  ['ONE', 0, 1, '+A', 'wait'],
  // One approval suffices, so their rejection is not final.
  ['ONE', 0, 1, '+R', 'wait'],
  ['ONE', 0, 1, '+R 1A', 'end'],
  ['ONE', 0, 1, '1A +R', 'end'],
  ['ONE', 0, 1, '+R 1R', 'REJECTED'],
  ['ONE', 0, 1, '+A 1R', 'REJECTED'],
  // If all have to approve, so do they.
  ['ALL', 0, 2, '1A +R', 'REJECTED'],
  ['ALL', 0, 2, '1A 2A +A', 'end'],
  // They count towards the share.
  ['SHARE', 60, 3, '+R 1A 2A', 'wait'],
  ['SHARE', 60, 3, '+R 1A 2A 3A', 'end'],
  ['SHARE', 60, 3, '+R 1R', 'REJECTED'],
  ['COUNT', 2, 3, '+R 1A 2A', 'end'],
  ['COUNT', 2, 3, '+A 1A', 'wait'],
] as const)('with a countersigner, %s %s of %s: after %s it is %s', (quorum, amount, own, votes, expected) => {
  const model = one(asks(quorum, amount));
  const ids = Array.from({ length: own }, (_, at) => String(at + 1));
  let course = seated({ vars: {}, seats: [], outcome: null }, 't', ids);
  course = applyEvent(model, course, { type: 'sign', seat: '1', added: '+' });
  for (const vote of votes.split(' '))
    course = applyEvent(model, course, { type: vote.endsWith('A') ? 'approve' : 'reject', seat: vote.slice(0, 1) });
  expect(course.outcome ?? computeNext(model, course).type).toBe(expected);
});

test('a branch that was not sent back keeps its decisions', () => {
  const parallel = (flows: [string, string][]): Node => ({
    kind: 'parallel',
    name: '',
    nameEn: null,
    step: null,
    copies: [],
    flows: flows.map(([id, to]) => ({ id, to, condition: null, isDefault: false })),
  });
  const step = (to: string): Node => ({ ...asks('ONE'), flows: [{ id: `out${to}`, to, condition: null, isDefault: false }] });
  const base = one(asks('ONE'));
  const model: Model = {
    ...base,
    nodes: {
      s: { ...base.nodes['s']!, flows: [{ id: 'f1', to: 'g', condition: null, isDefault: false }] },
      g: parallel([
        ['g1', 'a'],
        ['g2', 'b'],
      ]),
      a: step('j'),
      b: { ...step('j'), flows: [{ id: 'b2', to: 'j', condition: null, isDefault: false }] },
      j: parallel([['j1', 'c']]),
      c: { ...step('e'), flows: [{ id: 'c2', to: 'e', condition: null, isDefault: false }] },
      e: base.nodes['e']!,
    },
  };
  expect(checkModel(model, offered)).toEqual([]);
  expect(levelsOf(model, {})).toBe(2);
  let course: Course = seated(seated({ vars: {}, seats: [], outcome: null }, 'a', ['a1']), 'b', ['b1']);
  course = applyEvent(model, course, { type: 'approve', seat: 'a1' });
  expect(computeNext(model, course).type).toBe('wait');
  course = applyEvent(model, course, { type: 'approve', seat: 'b1' });
  expect(computeNext(model, course)).toEqual({ type: 'ask', steps: [{ id: 'c', level: 2 }] });
  course = applyEvent(model, seated(course, 'c', ['c1']), { type: 'return', seat: 'c1', to: 'a' });
  expect(computeNext(model, course)).toEqual({ type: 'ask', steps: [{ id: 'a', level: 1 }] });
  expect(course.seats.map(({ id, state }) => `${id} ${state}`)).toEqual(['a1 UNDONE', 'b1 APPROVED', 'c1 RETURNED']);
  // Only to preceding steps: neither to itself nor to a parallel branch.
  const again = seated(course, 'a', ['a2']);
  for (const to of ['a', 'b', 'c', 'e', 'nowhere'])
    expect(() => applyEvent(model, again, { type: 'return', seat: 'a2', to })).toThrow(CourseFault);
});
