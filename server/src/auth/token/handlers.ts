import type { tokenRoutes } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { WriteContext } from '../../context.ts';
import type { Handlers } from '../../http/register.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { endActing, endSession, sessionOf } from '../session/end.ts';
import { refreshPair } from '../session/pairs.ts';
import { signInByPassword } from '../password/sign-in.ts';

export const tokenHandlers: Handlers<typeof tokenRoutes> = {
  login: { own: ({ body }, context) => signInByPassword(context, body, 'password') },

  refresh: {
    own: async ({ body }, { origin, write }) => {
      const result = await write(async (context) => {
        const refreshed = await refreshPair(context.trx, context.services.settings, body.rtoken, origin.deviceId);
        if ('stolenFrom' in refreshed) await reportTheft(context, refreshed.stolenFrom);
        else {
          const { userId, proxyUserId } = refreshed;
          context.logChange({ entity: 'session', id: userId, change: { result: 'REFRESH' }, by: { userId, proxyUserId } });
        }
        return refreshed;
      });
      if ('stolenFrom' in result) throw new AppError('SIGN_FAIL');
      return result.pair;
    },
  },

  revoke: async ({ body }, context) => {
    const owner = await sessionOf(context.trx, body);
    if (!owner) return null;
    await endSession(context.trx, owner.sessionId, 'LOGOUT');
    const acting = await endActing(context.trx, owner.sessionId);
    context.emit({ to: [owner.userId], ...EVENTS.rights, d: {} });
    context.logChange({ entity: 'sign-out', id: owner.userId });
    for (const { actorId, subjectId } of acting) {
      const by = { userId: subjectId, proxyUserId: actorId };
      context.logChange({ entity: 'acting', id: subjectId, change: { result: 'END' }, by });
    }
    return null;
  },
};

async function reportTheft(context: WriteContext<null>, userId: string): Promise<void> {
  context.emit({ to: [userId], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'session', id: userId, change: { result: 'REUSE' } });
  await notify(context, { to: [userId], template: 'msg.sessionReused', params: { ip: context.origin.ip } });
}
