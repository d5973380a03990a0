// Whose records a call may touch. The organisation comes from the session, never from the request.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { opensRows, type RowSubject } from '@kuwei/contract/auth/rule-words';
import { AppError } from '@kuwei/contract/error';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import { isInEffect, type OwnOrg, type OwnRule } from '../session/sessions.ts';
import type { Caller } from '../context.ts';

/**
 * The organisation the caller works for under the active page role: the one chosen for the session when it is of that
 * kind, else the only one of that kind there is.
 * @throws AppError PAGE_ROLE without a page role that has organisations; ORG_NEEDED when one has to be chosen first
 */
export const ownerOrg = (caller: Caller): string => chosenOrg(caller).id;

/** @throws AppError as `ownerOrg` */
function chosenOrg(caller: Caller): OwnOrg {
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  if (!type) throw new AppError('PAGE_ROLE');
  const orgs = caller.orgs.filter((org) => org.type === type);
  const chosen = orgs.find((org) => org.id === caller.orgId);
  if (chosen) return chosen;
  if (orgs.length === 1 && type !== 'LAB') return orgs[0]!;
  throw new AppError('ORG_NEEDED');
}

/** Whether calls under the page role of an organisation of the caller's are for that one now. */
export const isChosen = ({ orgs, orgId }: Caller, { id, type }: { id: string; type: OrgType }): boolean =>
  id === orgId || (type !== 'LAB' && !orgs.some((org) => org.type === type && org.id !== id));

/** What a list or a record is narrowed to: an owner's own goods, or everything in the warehouses of one organisation. */
export type Scope = { kind: 'owner'; orgId: string } | { kind: 'warehouse'; orgId: string; warehouseIds: readonly string[] };

/** What is theirs: all that is written asks for it, and rules add nothing to it. */
export function scopeOf(caller: Caller): Scope {
  const { id: orgId, warehouseIds } = chosenOrg(caller);
  return caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? { kind: 'warehouse', orgId, warehouseIds } : { kind: 'owner', orgId };
}

/** Whether a row is seen by a rule alone, and only looked at: it is not in the scope itself. No owner has moves in theirs. */
export const isGuestRow = (scope: Scope, row: { ownerOrgId: string; warehouseId: string; type?: string }): boolean =>
  scope.kind === 'owner' ? row.ownerOrgId !== scope.orgId || row.type === 'MOVE' : !scope.warehouseIds.includes(row.warehouseId);

/** Of each kind of subject those that rules open, or all. */
export type Opened = Record<RowSubject, 'all' | readonly string[]>;

/** What somebody may look at: their own, and what rules open to them (decision 120). */
export interface Sight {
  own: Scope;
  /** null where no rule opens anything: what is asked of the database is then what it is without rules. */
  opened: Opened | null;
}

/** By the rules of a session, which stay the same list until they are read again. */
const openings = new WeakMap<readonly OwnRule[], Map<string, Opened | null>>();

/** @param action what is done with what is seen */
export function sightOf(caller: Caller, action: RuleAction = 'SEE'): Sight {
  const own = scopeOf(caller);
  if (caller.rules.length === 0) return { own, opened: null };
  const known = openings.get(caller.rules) ?? new Map<string, Opened | null>();
  openings.set(caller.rules, known);
  const key = [action, own.orgId, ...caller.effective.map(({ code }) => code)].join(' ');
  if (!known.has(key)) known.set(key, openedBy(rulesInEffect(caller, own.orgId), action));
  return { own, opened: known.get(key)! };
}

/** Null where the caller works for no organisation yet: nothing of any is theirs to see. */
export function sightIfAny(caller: Caller): Sight | null {
  try {
    return sightOf(caller);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The same without rules. */
export const ownSight = (caller: Caller): Sight => ({ own: scopeOf(caller), opened: null });

/** What rules open, of those that hold for a person. */
export function openedBy(rules: readonly OwnRule[], action: RuleAction): Opened | null {
  const granted = rules.filter(({ subject, actions }) => opensRows(subject) && actions.includes(action));
  if (granted.length === 0) return null;
  const of = (subject: RowSubject): Opened[RowSubject] => {
    const about = granted.filter((rule) => rule.subject === subject);
    return about.some(({ model }) => model === 'all') ? 'all' : [...new Set(about.flatMap(({ ids }) => ids))];
  };
  return {
    WMS_ORG: of('WMS_ORG'),
    WMS_WAREHOUSE: of('WMS_WAREHOUSE'),
    WMS_CONTAINER: of('WMS_CONTAINER'),
    CATEGORY: of('CATEGORY'),
  };
}

/** Those that count for calls in the name of an organisation. */
export const rulesInEffect = ({ rules, effective }: Caller, orgId: string | null): OwnRule[] =>
  rules.filter((rule) => isInEffect(rule, effective, orgId));

/**
 * SQL condition of what is their own, over columns of a list. With the warehouses in its text the planner knows whether the scope is most of the table or
 * next to nothing, also where it makes one plan for all values.
 */
export function inScopeNamed(scope: Scope, columns: { owner: RawBuilder<unknown>; warehouse: RawBuilder<unknown> }) {
  if (scope.kind === 'owner') return sql<boolean>`${columns.owner} = ${scope.orgId}`;
  const [first, ...others] = scope.warehouseIds;
  if (first === undefined) return sql<boolean>`false`;
  return others.length === 0
    ? sql<boolean>`${columns.warehouse} = ${sql.lit(first)}`
    : sql<boolean>`${columns.warehouse} = any(${sql.lit(`{${scope.warehouseIds.join(',')}}`)}::uuid[])`;
}
