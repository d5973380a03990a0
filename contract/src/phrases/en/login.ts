import type { Translation } from '../translation.ts';
import type { login as zh } from '../zh/login.ts';

export const login = {
  'login.username': 'Username',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.capsLock': 'Caps Lock is on',
  'login.ended.hand': 'You signed out in another window. Please sign in again.',
  'login.ended.server': 'This session was ended, from another device or by an administrator. Please sign in again.',
  'login.ended.restore': 'A backup was restored, so everyone has been signed out. Please sign in again.',
  'login.ended.time': 'This session has expired. Please sign in again.',
  'login.ended.acting':
    'Your session as another user has ended because it timed out or permissions changed. Please sign in again.',
  'login.about': 'University storage management',
  'login.code': 'Code',
  'login.codeText': 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  'login.verify': 'Verify',
  'login.again': 'Back to sign in',
  'login.other': 'Other ways to sign in',
  'login.demo': 'Demo accounts',
  'login.demoText': 'This is a demo. Choose an account to sign in with one click.',
  'login.byPassword': 'Sign in with a password',
  'login.forgotten': 'Forgotten password?',
  'login.sso': 'Sign in with {name}',
  'login.ssoGoing': 'Redirecting to {name}…',
  'login.ssoComing': 'Signing in…',
  'login.ssoAgain': 'Sign in again',
} as const satisfies Translation<typeof zh>;
