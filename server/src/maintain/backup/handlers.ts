import { stat } from 'node:fs/promises';
import { AppError } from '@kuwei/contract/error';
import { TICKET_SECONDS } from '@kuwei/contract/sys/fs';
import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { withConfirmedIdentity } from '../../auth/confirm-identity.ts';
import { fileTicket, isTicketOf } from '../../http/file-ticket.ts';
import type { Handlers } from '../../http/register.ts';
import { fileStream } from '../../http/transfer.ts';
import { requestWork, notifyAdminPages, wakeWorker } from '../work/work.ts';
import { requestBackup, removeBackup } from './backups.ts';
import { pathIn } from './files.ts';
import { backupState, findBackup, listBackups } from './queries.ts';

type Calls = Pick<
  typeof maintainRoutes,
  | 'listBackups'
  | 'getBackupState'
  | 'getBackup'
  | 'makeBackup'
  | 'verifyBackup'
  | 'makeBackupTicket'
  | 'downloadBackup'
  | 'deleteBackup'
>;

export const backupHandlers: Handlers<Calls> = {
  listBackups: ({ query }, { db }) => listBackups(db, query),
  getBackupState: (_, { services }) => backupState(services),
  getBackup: ({ params }, { db }) => findBackup(db, params.id),

  // Made by a job in any process: the call returns at once, and backups do not overlap.
  makeBackup: async (_, context) => {
    const { trx, caller, services } = context;
    const id = await requestBackup(context, 'MANUAL', caller);
    context.logChange({ entity: 'sys_backup', id, change: { action: 'begun', kind: 'MANUAL' } });
    await notifyAdminPages(context);
    context.afterCommit(() => wakeWorker(services));
    return findBackup(trx, id);
  },

  verifyBackup: async ({ params }, context) => {
    const { trx, caller, services } = context;
    const { state } = await findBackup(trx, params.id);
    if (state !== 'READY' && state !== 'VERIFIED') throw new AppError('BACKUP_NOT_READY');
    await requestWork(context, 'VERIFY', params.id, caller);
    context.logChange({ entity: 'sys_backup', id: params.id, change: { action: 'verify' } });
    await notifyAdminPages(context);
    context.afterCommit(() => wakeWorker(services));
    return findBackup(trx, params.id);
  },

  makeBackupTicket: {
    own: ({ params: { file }, body }, context) =>
      withConfirmedIdentity(context, body, async ({ trx, caller, services, logChange }) => {
        const { state, fault } = await findBackup(trx, file);
        const isAvailable = (state === 'READY' || state === 'VERIFIED') && fault?.code !== 'MISSING';
        if (!isAvailable) throw new AppError('BACKUP_NOT_READY');
        logChange({ entity: 'sys_backup', id: file, change: { action: 'downloaded' } });
        return { access_token: fileTicket(services, caller, file), expries: TICKET_SECONDS };
      }),
  },

  // Opened by a browser as a plain address, without a page role: the roles held count, and the ticket.
  downloadBackup: async ({ params: { file }, query }, { db, caller, services }) => {
    const isAdmin = caller.roles.some(({ code }) => code === 'ROLE_ADMIN');
    if (!isAdmin || !isTicketOf(services, query.access_token, caller, file)) throw new AppError('NOT_FOUND');
    const { name } = await findBackup(db, file);
    const path = pathIn(services.config, name);
    const found = await stat(path).catch(() => null);
    if (!found) throw new AppError('FILE_LOST');
    return { name, type: 'application/octet-stream', content: fileStream(path), size: found.size };
  },

  deleteBackup: async ({ params }, context) => {
    await removeBackup(context, params.id);
    return null;
  },
};
