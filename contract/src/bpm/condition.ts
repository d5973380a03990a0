// Conditions on the flows of a workflow: a small grammar of our own, so that no definition can run code. The server reads them when
// it publishes and when it decides, the designer when it shows them as fields.
//
//   condition  = and { "or" and }
//   and        = not { "and" not }
//   not        = [ "not" ] ( "(" condition ")" | comparison )
//   comparison = name "has" text
//              | value [ ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) value ]
//   value      = number | name
//   text       = "'" characters "'"
//
// A comparison, value or text that the author has not filled in yet is written as "?": it is kept in the draft, and refused on
// publication.
//
// What stands alone is true or false, what is compared are numbers, what is asked whether it has something is a set of codes.

export const VARIABLE_TYPES = ['boolean', 'number', 'set'] as const;
type VariableType = (typeof VARIABLE_TYPES)[number];
export type Variables = Readonly<Record<string, VariableType>>;
export type Fact = boolean | number | readonly string[];
export type Vars = Readonly<Record<string, Fact>>;

export const OPERATORS = ['>', '>=', '<', '<=', '=', '!='] as const;
export type Operator = (typeof OPERATORS)[number];

export type Value = { kind: 'number'; number: number } | { kind: 'name'; name: string };
export type Condition =
  | { kind: 'or' | 'and'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'is'; name: string }
  | { kind: 'has'; name: string; text: string }
  | { kind: 'compare'; left: Value; operator: Operator; right: Value };

/** Why a condition is invalid: a syntax error, an unknown name, a type error, or a part that is not filled in. */
export class ConditionFault extends Error {
  readonly kind: 'syntax' | 'unknown' | 'type' | 'incomplete';
  readonly part: string;
  constructor(kind: ConditionFault['kind'], part: string) {
    super(`${kind}: ${part}`);
    this.kind = kind;
    this.part = part;
  }
}

const TOKEN = /\s*(>=|<=|!=|[<>=()?]|'[^']{1,64}'|\d+(?:\.\d+)?|[A-Za-z]\w*)/y;
const CONDITION_MAX = 2_000;
/** A part that is not filled in. */
const BLANK = '?';

/**
 * @param drafting accepts parts that are not filled in: a name or text is then empty, a number NaN
 * @throws ConditionFault
 */
export function parseCondition(text: string, variables: Variables, drafting = false): Condition {
  const syntax = (): ConditionFault => new ConditionFault('syntax', text.slice(0, 80));
  if (text.length > CONDITION_MAX) throw syntax();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ''; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    if (!found) throw syntax();
    tokens.push(found[1]!);
  }
  if (!drafting && tokens.includes(BLANK)) throw new ConditionFault('incomplete', '');
  let at = 0;
  const take = (...wanted: string[]): string | undefined => (wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined);
  const typeOf = (name: string): VariableType => {
    if (!Object.hasOwn(variables, name)) throw new ConditionFault('unknown', name);
    return variables[name]!;
  };
  const must = (name: string, type: VariableType): string => {
    if (typeOf(name) !== type) throw new ConditionFault('type', name);
    return name;
  };

  const value = (): Value => {
    const token = tokens[at++];
    if (token === undefined) throw syntax();
    if (token === BLANK) return { kind: 'number', number: Number.NaN };
    if (/^\d/.test(token)) return { kind: 'number', number: Number(token) };
    if (!/^[A-Za-z]/.test(token)) throw syntax();
    typeOf(token);
    return { kind: 'name', name: token };
  };
  const not = (): Condition => {
    if (take('not')) return { kind: 'not', part: not() };
    if (take('(')) {
      const inner = or();
      if (!take(')')) throw syntax();
      return inner;
    }
    const left = value();
    if (left.kind === 'name' && take('has')) {
      const token = tokens[at++];
      if (token === BLANK) return { kind: 'has', name: must(left.name, 'set'), text: '' };
      if (token?.startsWith("'") !== true) throw syntax();
      return { kind: 'has', name: must(left.name, 'set'), text: token.slice(1, -1) };
    }
    const operator = take(...OPERATORS) as Operator | undefined;
    if (!operator) {
      if (left.kind === 'number' && Number.isNaN(left.number)) return { kind: 'is', name: '' };
      if (left.kind === 'number') throw new ConditionFault('type', String(left.number));
      return { kind: 'is', name: must(left.name, 'boolean') };
    }
    const right = value();
    for (const side of [left, right]) if (side.kind === 'name') must(side.name, 'number');
    return { kind: 'compare', left, operator, right };
  };
  const chained = (kind: 'or' | 'and', part: () => Condition): Condition => {
    const parts = [part()];
    while (take(kind)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  };
  const and = (): Condition => chained('and', not);
  const or = (): Condition => chained('or', and);
  const condition = or();
  if (at !== tokens.length) throw syntax();
  return condition;
}

const compare: Record<Operator, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** Evaluates a condition. A missing fact is false, zero, or an empty set. */
export function evaluateCondition(condition: Condition, vars: Vars): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.parts.some((part) => evaluateCondition(part, vars));
    case 'and':
      return condition.parts.every((part) => evaluateCondition(part, vars));
    case 'not':
      return !evaluateCondition(condition.part, vars);
    case 'is':
      return vars[condition.name] === true;
    case 'has': {
      const set = vars[condition.name];
      return Array.isArray(set) && set.includes(condition.text);
    }
    default: {
      const of = (side: Value): number => (side.kind === 'number' ? side.number : Number(vars[side.name] ?? 0));
      return compare[condition.operator](of(condition.left), of(condition.right));
    }
  }
}

/** Precedence: operands of lower precedence are put in parentheses. */
const BINDS: Record<Condition['kind'], number> = { or: 1, and: 2, not: 3, is: 4, has: 4, compare: 4 };

/** A number as the grammar accepts it: without sign, exponent or grouping. */
const numberText = (number: number): string => (Number.isNaN(number) ? BLANK : Number(number.toFixed(6)).toString());
const valueText = (value: Value): string => (value.kind === 'name' ? value.name : numberText(value.number));

/** Formats a condition; parsing it gives the same condition. */
export function conditionText(condition: Condition): string {
  const inside = (part: Condition, least: number): string =>
    BINDS[part.kind] < least ? `(${conditionText(part)})` : conditionText(part);
  switch (condition.kind) {
    case 'or':
    case 'and':
      return condition.parts.map((part) => inside(part, BINDS[condition.kind] + 1)).join(` ${condition.kind} `);
    case 'not':
      return `not ${inside(condition.part, BINDS.not)}`;
    case 'is':
      return condition.name || BLANK;
    case 'has':
      return `${condition.name} has ${condition.text === '' ? BLANK : `'${condition.text}'`}`;
    default:
      return `${valueText(condition.left)} ${condition.operator} ${valueText(condition.right)}`;
  }
}

/** What a condition refers to, deduplicated: names of facts, and codes of sets. */
export function listReferences(condition: Condition): { names: Set<string>; codes: { name: string; text: string }[] } {
  const asked = { names: new Set<string>(), codes: [] as { name: string; text: string }[] };
  const visit = (part: Condition): void => {
    switch (part.kind) {
      case 'or':
      case 'and':
        part.parts.forEach(visit);
        break;
      case 'not':
        visit(part.part);
        break;
      case 'compare':
        for (const side of [part.left, part.right]) if (side.kind === 'name') asked.names.add(side.name);
        break;
      case 'has':
        asked.codes.push({ name: part.name, text: part.text });
        asked.names.add(part.name);
        break;
      default:
        asked.names.add(part.name);
    }
  };
  visit(condition);
  return asked;
}
