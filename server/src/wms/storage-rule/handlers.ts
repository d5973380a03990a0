import { EVENTS } from '@kuwei/contract/event';
import type { storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import type { Handlers } from '../../http/register.ts';
import { ownerOrg } from '../scope.ts';
import { getRules, listRuleChanges } from './queries.ts';
import { changeRules } from './save.ts';
import { listViolations } from './violations.ts';

export const storageRuleHandlers: Handlers<typeof storageRuleRoutes> = {
  getRules: (_, { db, origin }) => getRules(db, origin.locale),
  changeRules: async ({ body }, context) => {
    const rules = await changeRules(context, body);
    context.emit({ to: 'all', ...EVENTS.storageRule, d: {} });
    return rules;
  },
  listRuleChanges: ({ query }, { db }) => listRuleChanges(db, query),
  listStanding: ({ query }, { db, caller, origin }) => listViolations(db, ownerOrg(caller), query, origin.locale),
};
