// Rules for just-in-time provisioning at single sign-on. One rule a line; the first match counts and states everything granted:
//
//   affiliation=faculty & department=chem -> identity=STAFF; role=ROLE_TEACHER; org=LAB-CHEN; name=@displayName
//   affiliation=student -> identity=STUDENT; org=@department
//
// `@claim` stands for the value of a claim; `*` matches everyone; `#` begins a comment.

/** Claims of a provider; each may have several values. */
export type Claims = Readonly<Record<string, readonly string[]>>;

const GRANTED_FIELDS = ['identity', 'role', 'org', 'name'] as const;
type GrantedField = (typeof GRANTED_FIELDS)[number];
/** May occur several times in a line. */
const MULTIPLE_FIELDS: readonly GrantedField[] = ['role', 'org'];

interface Part {
  is: GrantedField;
  /** A literal value, or the name of a claim. */
  value: string;
  ofClaim: boolean;
}

export interface Rule {
  /** Line number, from 1. */
  line: number;
  /** All must hold; empty matches everyone. */
  when: { claim: string; value: string }[];
  given: Part[];
}

/** A line that cannot be parsed. */
export interface UnparsedLine {
  line: number;
  text: string;
}

const CLAIM = /^[\w.:/-]{1,200}$/;

export function readRules(text: string): { rules: Rule[]; unread: UnparsedLine[] } {
  const rules: Rule[] = [];
  const unread: UnparsedLine[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const rule = ruleIn(line, at + 1);
    if (rule) rules.push(rule);
    else unread.push({ line: at + 1, text: line });
  }
  return { rules, unread };
}

function ruleIn(text: string, line: number): Rule | null {
  const [left, right, more] = text.split(/->|→/);
  if (left === undefined || right === undefined || more !== undefined) return null;
  const when = left.trim() === '*' ? [] : left.split('&').map(conditionIn);
  const given = right
    .split(/[;；]/)
    .filter((part) => part.trim() !== '')
    .map(partIn);
  const isTwice = GRANTED_FIELDS.some(
    (is) => !MULTIPLE_FIELDS.includes(is) && given.filter((part) => part?.is === is).length > 1,
  );
  if (isTwice || given.length === 0) return null;
  const [all, parts] = [when.filter((each) => each !== null), given.filter((each) => each !== null)];
  return all.length === when.length && parts.length === given.length ? { line, when: all, given: parts } : null;
}

/** Both sides of the first `=`. */
function sidesOf(text: string): [string, string] | null {
  const at = text.search(/[=＝]/);
  const sides: [string, string] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 0 || sides.includes('') ? null : sides;
}

function conditionIn(text: string): Rule['when'][number] | null {
  const [claim, value] = sidesOf(text) ?? ['', ''];
  return CLAIM.test(claim) && value !== '' ? { claim, value } : null;
}

function partIn(text: string): Part | null {
  const [name, value] = sidesOf(text) ?? ['', ''];
  const is = GRANTED_FIELDS.find((each) => each === name);
  const ofClaim = value.startsWith('@');
  // Roles are never taken from claims.
  if (is === undefined || (ofClaim && (is === 'role' || !CLAIM.test(value.slice(1))))) return null;
  return { is, value: ofClaim ? value.slice(1) : value, ofClaim };
}

/** Every claim that the rules use. */
export const listUsedClaims = (rules: readonly Rule[]): string[] => [
  ...new Set(
    rules.flatMap(({ when, given }) => [
      ...when.map(({ claim }) => claim),
      ...given.filter(({ ofClaim }) => ofClaim).map(({ value }) => value),
    ]),
  ),
];

export const ruleFor = (rules: readonly Rule[], claims: Claims): Rule | undefined =>
  rules.find(({ when }) => when.every(({ claim, value }) => claims[claim]?.includes(value)));

/** What a rule grants; null if a claim that it needs does not have exactly one value. */
export function resolveGrants({ given }: Rule, claims: Claims): Record<GrantedField, string[]> | null {
  const all: Record<GrantedField, string[]> = { identity: [], role: [], org: [], name: [] };
  for (const { is, value, ofClaim } of given) {
    const values = ofClaim ? (claims[value] ?? []) : [value];
    if (values.length === 0 || (values.length > 1 && !MULTIPLE_FIELDS.includes(is))) return null;
    all[is].push(...values);
  }
  return all;
}

/** Converts claims from texts, numbers, booleans or lists of these; drops anything else. */
export function claimsIn(raw: Readonly<Record<string, unknown>>): Claims {
  // No prototype: a rule may name a claim `constructor`.
  const claims = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of Object.entries(raw))
    claims[name] = (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((each) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
      .map((each) => String(each).trim())
      .filter((each) => each !== '');
  return claims;
}
