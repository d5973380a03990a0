import type { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Handlers } from '../../http/register.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { getUser, listActing, listRoles, listUsers } from './queries.ts';
import { returnToOwnSession, openActingSession } from '../session/pairs.ts';

export const proxyHandlers: Handlers<typeof proxyRoutes> = {
  listAuthUsers: ({ query }, { db, caller, origin }) => listUsers(db, query, caller.userId, origin.locale),
  listAuthRoles: (_, { db, origin }) => listRoles(db, origin.locale),
  // A query despite POST: nothing to log or to make idempotent.
  getAuthUser: { own: ({ body }, { db, caller, origin }) => getUser(db, body, caller.userId, origin.locale) },
  listActing: ({ query }, { db, caller }) => listActing(db, query, caller.userId),

  // Both return tokens, which are never stored under an idempotency key: hence not `once`.
  switchToUser: {
    own: ({ body }, { caller, write }) =>
      write(async (context) => {
        const { trx, origin, services, emit, logChange } = context;
        const subject = await getUser(trx, { id: body.id }, caller.userId, origin.locale);
        if (subject.refusal !== null) throw new AppError(subject.refusal);
        const pair = await openActingSession(trx, services.settings, {
          caller,
          subjectId: subject.id,
          reason: body.reason,
          ...origin,
        });
        await notify(context, {
          to: [subject.id],
          template: 'msg.actedAs',
          params: { name: caller.name, reason: body.reason },
        });
        logChange({ entity: 'acting', id: subject.id, change: { result: 'START', reason: body.reason } });
        emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
        return pair;
      }),
  },
  back: {
    own: (_, { caller, write }) =>
      write(async ({ trx, services, emit, logChange }) => {
        if (caller.proxyUserId === null) throw new AppError('NOT_ACTING');
        const pair = await returnToOwnSession(trx, services.settings, caller.sessionId);
        logChange({ entity: 'acting', id: caller.userId, change: { result: 'END' } });
        emit({ to: [caller.proxyUserId], ...EVENTS.rights, d: {} });
        return pair;
      }),
  },
};
