// What a user may see in a report: the same as in lists. And the reports that rules open to them.
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { RowSubject } from '@kuwei/contract/auth/rule-words';
import { AppError } from '@kuwei/contract/error';
import type { Caller } from '../context.ts';
import { grantedIdsOf, rulesInEffect, scopeOf, findReadScope } from '../wms/scope.ts';
import type { Ids, Reader } from '../services/report/register-reader.ts';

/**
 * Under a page role with organisations, the same as its lists: the current organisation, and what rules open. Under any other,
 * everything the user may see.
 * @param action what is done with the rows
 */
export function readerOf(caller: Caller, lang: Locale, action: RuleAction): Reader {
  const { orgIds, warehouseIds, rules } = partsOf(caller);
  const opened = grantedIdsOf(rules, action);
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
    // With several organisations, one has to be chosen.
    if (!(error instanceof AppError) || error.code !== 'PAGE_ROLE') throw error;
  }
  return {
    orgIds: caller.orgs.filter(({ type }) => type !== 'WAREHOUSE').map(({ id }) => id),
    warehouseIds: caller.orgs.flatMap((org) => org.warehouseIds),
    rules: caller.rules,
  };
}

/** Reports that rules open, for the roles in effect and the current organisation. @param action EXPORT: also as files */
export function listOpenedReports(caller: Caller, action: RuleAction): Ids {
  const rules = rulesInEffect(caller, findReadScope(caller)?.own.orgId ?? null).filter(
    ({ subject, actions }) => subject === 'REPORT' && actions.includes(action),
  );
  return rules.some(({ model }) => model === 'all') ? 'all' : [...new Set(rules.flatMap(({ ids }) => ids))];
}
