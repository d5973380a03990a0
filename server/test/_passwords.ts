// A password is meant to be slow to try. Where thousands of people get one, tests would do little else.
import { COST } from '../src/auth/password/password.ts';

const REAL = { ...COST };

export const hashQuickly = (): unknown => Object.assign(COST, { memory: 64, passes: 1 });
/** As in an installation. */
export const hashSlowly = (): unknown => Object.assign(COST, REAL);
