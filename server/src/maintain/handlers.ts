// Handlers of the maintenance pages.
import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { readMode } from '../services/mode.ts';
import type { Handlers } from '../http/register.ts';
import { backupHandlers } from './backup/handlers.ts';
import { getCurrentWork } from './backup/queries.ts';
import { loadHandlers } from './load/handlers.ts';
import { beginMode, endMode } from './mode/mode.ts';
import { upgradeChecks, upgradeState } from './upgrade/queries.ts';

export const maintainHandlers: Handlers<typeof maintainRoutes> = {
  getMode: (_, { db }) => readMode(db),
  beginMode: async ({ body: { reason, minutes } }, context) => {
    await beginMode(context, { kind: minutes === null ? 'READ_ONLY' : 'MAINTENANCE', reason, minutes }, context.caller);
    return readMode(context.trx);
  },
  endMode: async (_, context) => {
    await endMode(context);
    return null;
  },

  getMaintainWork: (_, { db }) => getCurrentWork(db),

  getUpgrade: (_, { services }) => upgradeState(services),
  checkUpgrade: (_, { services }) => upgradeChecks(services),

  ...backupHandlers,
  ...loadHandlers,
};
