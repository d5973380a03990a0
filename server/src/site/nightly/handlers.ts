import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { NIGHTLY_KINDS, type nightlyRoutes } from '@kuwei/contract/sys/nightly';
import { newId } from '../../db/id.ts';
import type { Handlers } from '../../http/register.ts';
import { findHolders } from '../../platform/people.ts';
import { addressIn } from './address.ts';
import { findRun, getNight, listNights } from './queries.ts';
import { wakeNightly } from './run.ts';
import { ADDRESS_OF } from './sources.ts';

export const nightlyHandlers: Handlers<typeof nightlyRoutes> = {
  listNights: ({ query }, { db }) => listNights(db, query),

  getNightlyState: async (_, { db, services: { settings, config } }) => {
    const active = await db
      .selectFrom('sys_nightly_run')
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .select('id')
      .executeTakeFirst();
    return {
      on: settings.get('SYS_NIGHTLY_ON'),
      time: settings.get('SYS_NIGHTLY_TIME'),
      folder: config.nightly.folder !== null,
      sources: NIGHTLY_KINDS.map((kind) => {
        const text = settings.get(ADDRESS_OF[kind]).trim();
        const url = addressIn(text);
        return { kind, address: text === '' ? null : url === null ? '—' : url.origin + url.pathname };
      }),
      busy: active !== undefined,
    };
  },

  getNight: ({ params }, { db, origin }) => getNight(db, params.id, origin.locale),

  // Run by the job of any process, so the caller does not wait and it runs once.
  runNightly: async ({ body: { dryRun } }, context) => {
    const { trx, caller, services } = context;
    const id = newId();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('sys_nightly_run')
      .values({ id, dry: dryRun, asked_by: caller.userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw new AppError('NIGHTLY_BUSY');
    context.logChange({ entity: 'job', id: 'nightly', change: { action: dryRun ? 'look' : 'run' } });
    const to = await findHolders(trx, 'ROLE_ADMIN', null);
    context.emit({ to, ...EVENTS.nightly, d: {} });
    context.afterCommit(() => wakeNightly(services));
    return findRun(trx, id);
  },
};
