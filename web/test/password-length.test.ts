import { expect, test } from 'vitest';
import { passwordLength } from '../src/session/password-length.ts';
import { useVersion } from '../src/session/version.ts';

test('a new password has at least the length the site requires', () => {
  expect(passwordLength()).toEqual({ min: 8, max: 64 });
  useVersion.setState({ configs: new Map([['SYS_PASSWORD_MIN_LENGTH', '12']]) });
  expect(passwordLength()).toEqual({ min: 12, max: 64 });
});
