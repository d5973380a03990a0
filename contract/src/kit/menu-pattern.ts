// Checks regular expressions that a site enters for menu addresses. Accepted are only those where at most one part can match the
// next character, so that a backtracking engine reads every address once (decision 119). Pure.
import type { Refusal } from './rule.ts';

/** Ranges of code units, sorted and disjoint. */
type Units = readonly (readonly [from: number, to: number])[];

/** Characters a part can start with, and whether it can be empty. */
interface Part {
  first: Units;
  empty: boolean;
  /** Characters that can continue the part: whatever follows must be disjoint from these. */
  more: Units;
}

const LAST = 0xffff;
const GROUPS_DEEP = 4;
const NONE: Units = [];
const DIGITS: Units = [[48, 57]];
const WORD: Units = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const NEW_LINES: Units = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

const one = (unit: number): Units => [[unit, unit]];

function union(...all: readonly Units[]): Units {
  const sorted = all.flat().toSorted(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function without(units: Units): Units {
  const left: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union(units)) {
    if (from > next) left.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) left.push([next, LAST]);
  return left;
}

const meet = (units: Units, others: Units): boolean => units.some(([a, b]) => others.some(([c, d]) => a <= d && c <= b));

/** Whether neither word is a prefix of the other. */
const areApart = (text: string, other: string): boolean =>
  [text, other].every((each) => /^[\w/-]+$/.test(each)) && !text.startsWith(other) && !other.startsWith(text);

class Fault extends Error {
  readonly refusal: Refusal;
  constructor(key: Refusal['key'], params: Refusal['params'] = {}) {
    super(key);
    this.refusal = { key, params };
  }
}

/** Parses an expression, throws if it is not in the accepted subset. */
class Reader {
  #at = 1;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Everything from `^` to the end. */
  read(): void {
    this.#sequence(0);
    if (this.#peek() === '$') this.#at++;
    if (this.#at < this.#source.length) throw this.#unknown();
  }

  #peek = (): string | undefined => this.#source[this.#at];

  #unknown = (): Fault => new Fault('rule.patternUnknown', { text: this.#source.slice(this.#at, this.#at + 8) });

  /** A concatenation: what can continue one part must not start the next. */
  #sequence(depth: number): Part {
    let all: Part = { first: NONE, empty: true, more: NONE };
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next === '|' || next === ')' || next === '$') return all;
      const from = this.#at;
      const part = this.#quantified(depth);
      if (meet(all.more, part.first))
        throw new Fault('rule.patternTwoWays', { text: this.#source.slice(from, this.#at), before: this.#source.slice(0, from) });
      all = {
        first: all.empty ? union(all.first, part.first) : all.first,
        empty: all.empty && part.empty,
        more: part.empty ? union(all.more, part.more) : part.more,
      };
    }
  }

  #quantified(depth: number): Part {
    const isGroup = this.#peek() === '(';
    const part = isGroup ? this.#group(depth) : { first: this.#atom(), empty: false, more: NONE };
    const sign = this.#peek();
    if (sign === '{') throw this.#unknown();
    if (sign !== '*' && sign !== '+' && sign !== '?') return part;
    // A repeated group, or one that can be empty in two ways, causes exponential backtracking.
    if (isGroup && (sign !== '?' || part.empty)) throw new Fault('rule.patternRepeats', { text: sign });
    this.#at++;
    if (['*', '+', '?', '{'].includes(this.#peek() ?? '')) throw this.#unknown();
    return {
      first: part.first,
      empty: sign !== '+',
      more: union(part.more, part.first),
    };
  }

  /** Alternatives of which at most one matches; none can be empty. */
  #group(depth: number): Part {
    if (depth === GROUPS_DEEP) throw new Fault('rule.patternDeep');
    this.#at++;
    if (this.#peek() === '?') {
      if (this.#source[this.#at + 1] !== ':') throw this.#unknown();
      this.#at += 2;
    }
    const all: (Part & { text: string })[] = [];
    for (;;) {
      const from = this.#at;
      const part = { ...this.#sequence(depth + 1), text: this.#source.slice(from, this.#at) };
      if (part.empty) throw new Fault('rule.patternEmpty');
      if (all.some((other) => meet(other.first, part.first) && !areApart(other.text, part.text)))
        throw new Fault('rule.patternAlternatives');
      all.push(part);
      const next = this.#peek();
      if (next !== '|' && next !== ')') throw this.#unknown();
      this.#at++;
      if (next === ')')
        return { first: union(...all.map(({ first }) => first)), empty: false, more: union(...all.map(({ more }) => more)) };
    }
  }

  /** One character. */
  #atom(): Units {
    const sign = this.#peek()!;
    if (sign === '[') return this.#class();
    if (sign === '\\') return this.#escaped();
    if ('^*+?{}]'.includes(sign)) throw this.#unknown();
    this.#at++;
    return sign === '.' ? without(NEW_LINES) : one(sign.charCodeAt(0));
  }

  #escaped(): Units {
    const sign = this.#source[this.#at + 1];
    if (sign === 'd') return this.#taken(2, DIGITS);
    if (sign === 'w') return this.#taken(2, WORD);
    // Nearly every escaped letter or digit has a special meaning.
    if (sign === undefined || /[A-Za-z0-9]/.test(sign)) throw this.#unknown();
    return this.#taken(2, one(sign.charCodeAt(0)));
  }

  #taken(length: number, units: Units): Units {
    this.#at += length;
    return units;
  }

  #class(): Units {
    this.#at++;
    const isNot = this.#peek() === '^';
    if (isNot) this.#at++;
    const within: Units[] = [];
    while (this.#peek() !== ']') {
      if (this.#peek() === undefined) throw this.#unknown();
      within.push(this.#member());
    }
    this.#at++;
    const units = union(...within);
    if (units.length === 0) throw this.#unknown();
    return isNot ? without(units) : units;
  }

  /** A character or a range in a class. */
  #member(): Units {
    const from = this.#single();
    if (this.#peek() !== '-' || this.#source[this.#at + 1] === ']') return from;
    this.#at++;
    const to = this.#single();
    const [[low, end] = [1, 0]] = from;
    const [[begin, high] = [1, 0]] = to;
    if (low !== end || begin !== high || low > high || to.length !== 1) throw this.#unknown();
    return [[low, high]];
  }

  #single(): Units {
    const sign = this.#peek();
    if (sign === undefined) throw this.#unknown();
    return sign === '\\' ? this.#escaped() : this.#taken(1, one(sign.charCodeAt(0)));
  }
}

/** Why an expression is rejected; undefined if it is read in linear time. */
export function patternRefusal(source: string): Refusal | undefined {
  if (!source.startsWith('^')) return { key: 'rule.patternStart' };
  try {
    new Reader(source).read();
  } catch (error) {
    if (error instanceof Fault) return error.refusal;
    throw error;
  }
  return isExpression(source) ? undefined : { key: 'rule.patternUnknown', params: { text: source.slice(0, 8) } };
}

/** Guards against differences between this parser and the engine. */
function isExpression(source: string): boolean {
  try {
    return new RegExp(source).source !== '';
  } catch {
    return false;
  }
}
