// Conditions on the flows of a workflow: a small grammar of our own, so that no definition can run code.
//
//   condition  = and { "or" and }
//   and        = not { "and" not }
//   not        = [ "not" ] ( "(" condition ")" | comparison )
//   comparison = value [ ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) value ]
//   value      = number | name
import { AppError } from '@kuwei/contract/error';

export type Vars = Readonly<Record<string, boolean | number>>;

const TOKEN = /\s*(>=|<=|!=|[<>=()]|\d+(?:\.\d+)?|[A-Za-z]\w*)/y;
const LENGTH_MAX = 500;

type Test = (vars: Vars) => boolean;
type Value = (vars: Vars) => boolean | number;

const compare: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** @throws AppError WORKFLOW when the text is no condition, or names a variable that is not among `names` */
export function parseCondition(text: string, names: readonly string[]): Test {
  const refuse = (): AppError => new AppError('WORKFLOW', { params: { reason: text.slice(0, 80) } });
  if (text.length > LENGTH_MAX) throw refuse();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ''; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    if (!found) throw refuse();
    tokens.push(found[1]!);
  }
  let at = 0;
  const take = (...wanted: string[]): string | undefined => (wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  const value = (): Value => {
    const token = tokens[at++];
    if (token !== undefined && /^\d/.test(token)) return () => Number(token);
    if (token === undefined || !names.includes(token)) throw refuse();
    return (vars) => vars[token] ?? false;
  };
  const not = (): Test => {
    if (take('not')) {
      const inner = not();
      return (vars) => !inner(vars);
    }
    if (take('(')) {
      const inner = or();
      if (!take(')')) throw refuse();
      return inner;
    }
    const left = value();
    const operator = take(...Object.keys(compare));
    if (!operator) return (vars) => Boolean(left(vars));
    const right = value();
    return (vars) => compare[operator]!(Number(left(vars)), Number(right(vars)));
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
  if (at !== tokens.length) throw refuse();
  return test;
}
