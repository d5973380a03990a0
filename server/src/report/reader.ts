// What somebody sees in a report: what they see in lists. And which reports rules open to them.
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { RowSubject } from '@kuwei/contract/auth/rule-words';
import { AppError } from '@kuwei/contract/error';
import type { Caller } from '../context.ts';
import { openedBy, rulesInEffect, scopeOf, sightIfAny } from '../wms/scope.ts';
import type { Ids, Reader } from '../services/report/admit.ts';

/**
 * Under a page role that has organisations what its lists show: the one worked for, and what rules open. Under any other nobody works for
 * one, and a report shows all that the person may see at all.
 * @param action what is done with what is seen
 */
export function readerOf(caller: Caller, lang: Locale, action: RuleAction): Reader {
  const { orgIds, warehouseIds, rules } = partsOf(caller);
  const opened = openedBy(rules, action);
  const of = (subject: RowSubject): Ids => opened?.[subject] ?? [];
  const [containers, categories] = [of('WMS_CONTAINER'), of('CATEGORY')];
  return {
    ownOrgs: orgIds,
    orgs: both(orgIds, of('WMS_ORG')),
    warehouses: both(warehouseIds, of('WMS_WAREHOUSE')),
    goods: containers === 'all' || categories === 'all' ? 'all' : [],
    containers: containers === 'all' ? [] : containers,
    categories: categories === 'all' ? [] : categories,
    people: caller.effective.some(({ code }) => code === 'ROLE_ADMIN'),
    lang,
  };
}

const both = (own: readonly string[], opened: Ids): Ids => (opened === 'all' ? 'all' : [...new Set([...own, ...opened])]);

interface Parts {
  orgIds: readonly string[];
  warehouseIds: readonly string[];
  rules: Caller['rules'];
}

function partsOf(caller: Caller): Parts {
  try {
    const scope = scopeOf(caller);
    const rules = rulesInEffect(caller, scope.orgId);
    return scope.kind === 'owner'
      ? { orgIds: [scope.orgId], warehouseIds: [], rules }
      : { orgIds: [], warehouseIds: scope.warehouseIds, rules };
  } catch (error) {
    // Which organisation is worked for has to be chosen where there are several.
    if (!(error instanceof AppError) || error.code !== 'PAGE_ROLE') throw error;
  }
  return {
    orgIds: caller.orgs.filter(({ type }) => type !== 'WAREHOUSE').map(({ id }) => id),
    warehouseIds: caller.orgs.flatMap((org) => org.warehouseIds),
    rules: caller.rules,
  };
}

/** Reports that rules open, by the role in effect and the organisation worked for. @param action EXPORT: also as files */
export function reportsOpened(caller: Caller, action: RuleAction): Ids {
  const rules = rulesInEffect(caller, sightIfAny(caller)?.own.orgId ?? null).filter(
    ({ subject, actions }) => subject === 'REPORT' && actions.includes(action),
  );
  return rules.some(({ model }) => model === 'all') ? 'all' : [...new Set(rules.flatMap(({ ids }) => ids))];
}
