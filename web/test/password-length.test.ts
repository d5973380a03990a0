import { expect, test } from 'vitest';
import { passwordLength } from '../src/session/password-length.ts';
import { useVersion } from '../src/session/version.ts';

test('a new password is as long as the site wants it', () => {
  expect(passwordLength()).toEqual({ min: 8, max: 64 });
  useVersion.setState({ configs: new Map([['SYS_PASSWORD_MIN_LENGTH', '12']]) });
  expect(passwordLength()).toEqual({ min: 12, max: 64 });
});
