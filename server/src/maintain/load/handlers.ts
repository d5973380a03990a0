import { AppError } from '@kuwei/contract/error';
import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { withConfirmedIdentity } from '../../auth/confirm-identity.ts';
import type { Handlers } from '../../http/register.ts';
import { findBackup, reportOf } from '../backup/queries.ts';
import { requestRestore, cancelRestore } from '../restore/restores.ts';
import { wakeWorker } from '../work/work.ts';
import { requestInspection } from './inspections.ts';
import { addUpload, beginUpload, uploadState } from './upload.ts';

type Calls = Pick<
  typeof maintainRoutes,
  'getBackupReport' | 'checkBackup' | 'restoreBackup' | 'cancelRestore' | 'beginUpload' | 'addUpload' | 'getUpload'
>;

export const loadHandlers: Handlers<Calls> = {
  getBackupReport: ({ params }, { db }) => reportOf(db, params.id),
  getUpload: ({ params }, { services }) => uploadState(services, params.id),
  beginUpload: ({ body }, context) => beginUpload(context, body),

  // A large file has thousands of pieces: only the first and the last are logged.
  addUpload: {
    own: async ({ params, query, body }, { write }) => {
      try {
        return await write((context) => addUpload(context, params.id, query.at, body));
      } finally {
        await body.discard();
      }
    },
  },

  restoreBackup: {
    own: ({ params: { id }, body: { site, reason, ...proof } }, context) =>
      withConfirmedIdentity(context, proof, async (inside) => {
        await requestRestore(inside, { id, site, reason });
        return findBackup(inside.trx, id);
      }),
  },
  cancelRestore: async (_, context) => {
    await cancelRestore(context);
    return null;
  },

  checkBackup: async ({ params: { id } }, context) => {
    const { state } = await findBackup(context.trx, id);
    if (state !== 'READY' && state !== 'VERIFIED') throw new AppError('BACKUP_NOT_READY');
    await requestInspection(context, { id });
    context.afterCommit(() => wakeWorker(context.services));
    return findBackup(context.trx, id);
  },
};
