import { NEW_PASSWORD_LENGTH } from '@kuwei/contract/auth/password';
import { configOr } from './version.ts';

/** Length of a new password, at least the site's minimum. */
export const passwordLength = (): { min: number; max: number } => ({
  min: Number(configOr('SYS_PASSWORD_MIN_LENGTH', String(NEW_PASSWORD_LENGTH.min))),
  max: NEW_PASSWORD_LENGTH.max,
});
