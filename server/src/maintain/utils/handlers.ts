import type { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import type { Handlers } from '../../http/register.ts';
import { listJobs, runJob } from './jobs.ts';
import { logLevel, setLogLevel } from './log-level.ts';
import { deleteOrphans, orphans } from './orphans.ts';
import { beginReindex, reindexState } from './reindex.ts';
import { sizes } from './sizes.ts';
import { cancelStatement, statements } from './statements.ts';

export const maintainUtilsHandlers: Handlers<typeof maintainUtilsRoutes> = {
  getSizes: (_, { services }) => sizes(services),

  getJobs: (_, { services }) => listJobs(services),
  runJob: async ({ body }, context) => {
    await runJob(context, body.name);
    return null;
  },

  getOrphans: (_, { services }) => orphans(services),
  deleteOrphans: (_, context) => deleteOrphans(context),

  getStatements: (_, { services }) => statements(services),
  cancelStatement: async ({ body }, context) => {
    await cancelStatement(context, body);
    return null;
  },

  getReindex: (_, { services }) => reindexState(services),
  reindex: {
    own: async ({ body }, context) => {
      await beginReindex(context, body.name);
      return null;
    },
  },

  getLogLevel: (_, { services }) => logLevel(services),
  setLogLevel: async ({ body }, context) => {
    await setLogLevel(context, body.level);
    return null;
  },
  resetLogLevel: async (_, context) => {
    await setLogLevel(context, null);
    return null;
  },
};
