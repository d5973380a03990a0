import type { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { AppError } from '@kuwei/contract/error';
import type { Services } from '../../context.ts';
import type { Handlers } from '../../http/register.ts';
import { DEMO_PASSWORD, demoUsers } from '../../seed/demo-people.ts';
import { findTicketUser, askSecondFactor, beginSession, consumeTicket } from '../session/begin.ts';
import { signInByPassword } from '../password/sign-in.ts';
import { canSendLinks } from '../../platform/mail/settings.ts';
import { countFailure, forgetFailures, runInAttemptQueue, createSignInAttempt } from './delay.ts';
import { accountOf } from '../sso/account.ts';
import { runBeginPaced, runFinishPaced } from '../sso/limit.ts';
import { listUsedClaims, readRules } from '../sso/rules.ts';
import { ssoOf, type Sso } from '../sso/sso.ts';
import { useAnyCode } from '../second-factor/totp-store.ts';

const configuredSso = ({ config, secret }: Services): Sso => {
  if (!config.sso) throw new AppError('NOT_FOUND');
  return ssoOf(config.sso, secret);
};

export const signInHandlers: Handlers<typeof signInRoutes> = {
  listWays: async (_, { services }) => ({
    demo: services.config.demo,
    sso: services.config.sso && services.settings.get('SYS_SSO_NAME'),
    forgotten: canSendLinks(services.settings),
  }),

  listDemo: async (_, { services: { config }, origin: { locale } }) => {
    if (!config.demo) throw new AppError('NOT_FOUND');
    return demoUsers.map(({ username, name, about }) => ({ username, name, about: about[locale] }));
  },

  // Opens only what everyone could by typing: an account whose password has changed from the published one stays closed.
  demo: {
    own: ({ body }, context) => {
      const sample = demoUsers.find(({ username }) => username === body.username);
      if (!context.services.config.demo || !sample) throw new AppError('NOT_FOUND');
      return signInByPassword(context, { username: sample.username, password: DEMO_PASSWORD }, 'demo');
    },
  },

  beginSso: {
    own: async (_, { db, services, origin }) => {
      const sso = configuredSso(services);
      return runBeginPaced(db, origin, () => sso.begin());
    },
  },

  sso: {
    own: async ({ body }, context) => {
      const { db, origin, services, write } = context;
      const sso = configuredSso(services);
      const begun = sso.opened(body.ticket);
      const asked = listUsedClaims(readRules(services.settings.get('SYS_SSO_RULES')).rules);
      const identity = await runFinishPaced(context, body.ticket, () => sso.finish(begun, body.query, asked, services.log));
      const user = await write((context) => accountOf(context, identity));
      if (!user || user instanceof AppError) {
        await write(async (context) =>
          context.logChange({ entity: 'sign-in', id: identity.username, change: { result: 'FAIL', way: 'sso' } }),
        );
        throw user ?? new AppError('SSO_UNKNOWN', { params: { name: identity.username } });
      }
      await askSecondFactor(db, user, services, origin);
      return write((context) => beginSession(context, user, 'sso'));
    },
  },

  second: {
    own: async ({ body }, { db, origin, services, write }) => {
      const user = await findTicketUser(db, services, origin, body.ticket);
      if (!user) throw new AppError('SIGN_FAIL');
      const here = await createSignInAttempt({ db, origin, services }, user.username);
      const trier = { ...here, anywhere: true } as const;
      return runInAttemptQueue(db, trier, async () => {
        const pair = await write(async (context) => {
          if (await useAnyCode(context.trx, user.id, body.code)) {
            await forgetFailures(context.trx, trier);
            await forgetFailures(context.trx, here);
            await consumeTicket(context.trx, user);
            return beginSession(context, user, 'second factor');
          }
          await countFailure(context.trx, trier);
          context.logChange({ entity: 'sign-in', id: user.username, change: { result: 'FAIL', way: 'second factor' } });
          return null;
        });
        if (!pair) throw new AppError('SECOND_FACTOR_CODE', { field: 'code' });
        return pair;
      });
    },
  },
};
