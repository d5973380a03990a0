// Password hashing is slow by design; tests with thousands of users lower its cost.
import { COST } from '../src/auth/password/password.ts';

const REAL = { ...COST };

export const hashQuickly = (): unknown => Object.assign(COST, { memory: 64, passes: 1 });
/** With the production cost. */
export const hashSlowly = (): unknown => Object.assign(COST, REAL);
