// Conditions that no document can meet.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canHold } from '../src/bpm/condition-limits.ts';
import { evaluateCondition, parseCondition, type Condition } from '../src/bpm/condition.ts';

const variables = { a: 'boolean', b: 'boolean', n: 'number', m: 'number', set: 'set', place: 'set' } as const;
const holds = (...texts: string[]): boolean =>
  canHold(
    texts.map((text) => parseCondition(text, variables)),
    ['place'],
  );

test.each([
  'n > 100000 and n < 50',
  'n > 5 and n <= 5',
  'n = 1 and n = 2',
  'n = 1 and n != 1',
  'n < 0',
  'a and not a',
  'not (a or not a)',
  '(a or b) and not a and not b',
  "set has 'A' and not set has 'A'",
  "place has 'A' and place has 'B'",
  'n > m and m > n',
  'n > m and m > 10 and n < 5',
  'n > n',
  '1 > 2',
  'a and (n > 10 and n < 5 or b and not b)',
])('%s can never hold', (text) => {
  expect(holds(text)).toBe(false);
});

test.each([
  'n > 50 and n < 100000',
  'n >= 5 and n <= 5',
  'n > 100000 or n < 50',
  'n != 1',
  'n >= m and m >= n',
  'n > m and m > 10',
  'a and not b',
  "set has 'A' and set has 'B'",
  "place has 'A' or place has 'B'",
  "place has 'A' and not place has 'B'",
  'not (a and not a)',
])('%s can hold', (text) => {
  expect(holds(text)).toBe(true);
});

test('several conditions have to hold together', () => {
  expect(holds('n > 10', 'not n > 5')).toBe(false);
  expect(holds('n > 10', 'not n > 20')).toBe(true);
});

test('what holds for some document is never taken as impossible', { tags: ['property'] }, () => {
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('a', 'b').map((name): Condition => ({ kind: 'is', name })),
      fc.constantFrom('A', 'B').map((text): Condition => ({ kind: 'has', name: 'set', text })),
      fc
        .tuple(fc.constantFrom('>', '>=', '<', '<=', '=', '!='), fc.constantFrom('n', 'm'), fc.nat(3))
        .map(([operator, name, number]): Condition => ({
          kind: 'compare',
          left: { kind: 'name', name },
          operator,
          right: number === 3 ? { kind: 'name', name: 'm' } : { kind: 'number', number },
        })),
      tie('condition').map((part): Condition => ({ kind: 'not', part })),
      fc
        .tuple(fc.constantFrom('or' as const, 'and' as const), fc.array(tie('condition'), { minLength: 2, maxLength: 3 }))
        .map(([kind, parts]): Condition => ({ kind, parts })),
    ),
  }));
  const numbers = [0, 0.5, 1, 1.5, 2, 2.5];
  const documents = [false, true].flatMap((a) =>
    [false, true].flatMap((b) =>
      [[], ['A'], ['B'], ['A', 'B']].flatMap((set) => numbers.flatMap((n) => numbers.map((m) => ({ a, b, set, n, m })))),
    ),
  );
  fc.assert(
    fc.property(condition, (given) => {
      if (!canHold([given])) expect(documents.some((vars) => evaluateCondition(given, vars))).toBe(false);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) },
  );
});
