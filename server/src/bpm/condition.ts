// Conditions on the flows of a workflow: a small grammar of our own, so that no definition can run code.
//
//   condition  = and { "or" and }
//   and        = not { "and" not }
//   not        = [ "not" ] ( "(" condition ")" | comparison )
//   comparison = value [ ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) value ]
//   value      = number | name
//
// What stands alone is true or false, what is compared are numbers.

type VariableType = 'boolean' | 'number';
export type Variables = Readonly<Record<string, VariableType>>;
export type Vars = Readonly<Record<string, boolean | number>>;

/** Why a text is no condition: it cannot be read, or names what no document has, or takes one type for the other. */
export class ConditionFault extends Error {
  readonly kind: 'syntax' | 'unknown' | 'type';
  readonly part: string;
  constructor(kind: ConditionFault['kind'], part: string) {
    super(`${kind}: ${part}`);
    this.kind = kind;
    this.part = part;
  }
}

const TOKEN = /\s*(>=|<=|!=|[<>=()]|\d+(?:\.\d+)?|[A-Za-z]\w*)/y;
const LENGTH_MAX = 500;

export type Test = (vars: Vars) => boolean;
interface Value {
  type: VariableType;
  name: string;
  of: (vars: Vars) => boolean | number;
}

const compare: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** @throws ConditionFault */
export function parseCondition(text: string, variables: Variables): Test {
  const syntax = (): ConditionFault => new ConditionFault('syntax', text.slice(0, 80));
  if (text.length > LENGTH_MAX) throw syntax();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ''; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    if (!found) throw syntax();
    tokens.push(found[1]!);
  }
  let at = 0;
  const take = (...wanted: string[]): string | undefined => (wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  const value = (): Value => {
    const token = tokens[at++];
    if (token === undefined) throw syntax();
    if (/^\d/.test(token)) return { type: 'number', name: token, of: () => Number(token) };
    if (!/^[A-Za-z]/.test(token)) throw syntax();
    if (!Object.hasOwn(variables, token)) throw new ConditionFault('unknown', token);
    const type = variables[token]!;
    const none = type === 'boolean' ? false : 0;
    return { type, name: token, of: (vars) => vars[token] ?? none };
  };
  const typed = (given: Value, type: VariableType): Value => {
    if (given.type !== type) throw new ConditionFault('type', given.name);
    return given;
  };
  const not = (): Test => {
    if (take('not')) {
      const inner = not();
      return (vars) => !inner(vars);
    }
    if (take('(')) {
      const inner = or();
      if (!take(')')) throw syntax();
      return inner;
    }
    const left = value();
    const operator = take(...Object.keys(compare));
    if (!operator) {
      typed(left, 'boolean');
      return (vars) => Boolean(left.of(vars));
    }
    typed(left, 'number');
    const right = typed(value(), 'number');
    return (vars) => compare[operator]!(Number(left.of(vars)), Number(right.of(vars)));
  };
  const and = (): Test => {
    const parts = [not()];
    while (take('and')) parts.push(not());
    return (vars) => parts.every((part) => part(vars));
  };
  const or = (): Test => {
    const parts = [and()];
    while (take('or')) parts.push(and());
    return (vars) => parts.some((part) => part(vars));
  };
  const test = or();
  if (at !== tokens.length) throw syntax();
  return test;
}
