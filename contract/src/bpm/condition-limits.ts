// Whether a condition can hold for any document at all: conditions that never can are refused on publication.
import type { Condition, Operator, Value } from './condition.ts';

/** A condition without connectives, and whether it is negated. */
type Literal = { part: Exclude<Condition, { kind: 'and' | 'or' | 'not' }>; yes: boolean };

const NEGATED: Readonly<Record<Operator, Operator>> = { '>': '<=', '<=': '>', '>=': '<', '<': '>=', '=': '!=', '!=': '=' };
/** Alternatives examined; a condition with more is taken as possible. */
const ALTERNATIVES_MAX = 100;

/**
 * @param single sets that hold one code, such as the warehouse of a document
 * @returns false only if no document can meet all the conditions; numbers are never negative
 */
export function canHold(conditions: readonly Condition[], single: readonly string[] = []): boolean {
  let alternatives: Literal[][] = [[]];
  for (const condition of conditions) {
    const more = alternativesOf(condition, true);
    if (more === null || alternatives.length * more.length > ALTERNATIVES_MAX) return true;
    alternatives = alternatives.flatMap((one) => more.map((other) => [...one, ...other]));
  }
  return alternatives.some((literals) => agreeFacts(literals, single) && agreeNumbers(literals));
}

/** Disjunctive normal form; null if it is too large. */
function alternativesOf(condition: Condition, yes: boolean): Literal[][] | null {
  switch (condition.kind) {
    case 'not':
      return alternativesOf(condition.part, !yes);
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => alternativesOf(part, yes));
      let made: Literal[][] = (condition.kind === 'and') === yes ? [[]] : [];
      for (const part of parts) {
        if (part === null || made.length * part.length > ALTERNATIVES_MAX) return null;
        made =
          (condition.kind === 'and') === yes
            ? made.flatMap((one) => part.map((other) => [...one, ...other]))
            : [...made, ...part];
      }
      return made;
    }
    case 'compare': {
      const operator = yes ? condition.operator : NEGATED[condition.operator];
      const compare = (to: Operator): Literal[] => [{ part: { ...condition, operator: to }, yes: true }];
      return operator === '!=' ? [compare('<'), compare('>')] : [compare(operator)];
    }
    default:
      return [[{ part: condition, yes }]];
  }
}

/** No fact is true and false, no set both has a code and lacks it, and no single set has two. */
function agreeFacts(literals: readonly Literal[], single: readonly string[]): boolean {
  const seen = new Map<string, boolean>();
  const held = new Map<string, string>();
  for (const { part, yes } of literals) {
    if (part.kind === 'compare') continue;
    const key = part.kind === 'is' ? part.name : `${part.name} ${part.text}`;
    if (seen.get(key) === !yes) return false;
    seen.set(key, yes);
    if (part.kind !== 'has' || !yes || !single.includes(part.name)) continue;
    if ((held.get(part.name) ?? part.text) !== part.text) return false;
    held.set(part.name, part.text);
  }
  return true;
}

/** `to` is larger than `from` by at most `by`; strict: by less. */
interface Bound {
  from: string;
  to: string;
  by: number;
  strict: boolean;
}
/** The number zero as a variable. */
const ZERO = '';

/** Bounds between numbers contradict each other if a cycle of them sums up to less than zero. */
function agreeNumbers(literals: readonly Literal[]): boolean {
  const bounds: Bound[] = [];
  const names = new Set([ZERO]);
  const place = (side: Value): { name: string; number: number } =>
    side.kind === 'name' ? { name: side.name, number: 0 } : { name: ZERO, number: side.number };
  for (const { part } of literals) {
    if (part.kind !== 'compare') continue;
    const [left, right] = [place(part.left), place(part.right)];
    for (const { name } of [left, right]) names.add(name);
    const atMost = (less: typeof left, more: typeof left, strict: boolean): void =>
      void bounds.push({ from: more.name, to: less.name, by: more.number - less.number, strict });
    if (part.operator !== '>' && part.operator !== '>=') atMost(left, right, part.operator === '<');
    if (part.operator !== '<' && part.operator !== '<=') atMost(right, left, part.operator === '>');
  }
  for (const name of names) if (name !== ZERO) bounds.push({ from: name, to: ZERO, by: 0, strict: false });
  // Bellman and Ford: distances still shrink after as many rounds as there are variables only along a contradiction.
  const far = new Map([...names].map((name) => [name, { by: 0, strict: 0 }]));
  for (let round = 0; round <= names.size; round++) {
    let shrunk = false;
    for (const { from, to, by, strict } of bounds) {
      const [start, end] = [far.get(from)!, far.get(to)!];
      const next = { by: start.by + by, strict: start.strict + Number(strict) };
      if (next.by > end.by || (next.by === end.by && next.strict <= end.strict)) continue;
      far.set(to, next);
      shrunk = true;
    }
    if (!shrunk) return true;
  }
  return false;
}
