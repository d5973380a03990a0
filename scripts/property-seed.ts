// Property tests use a fixed seed in the gate, so that a failure is caused by the change at hand. PROPERTY_SEED=random, set by
// the property group of npm run test:all, uses other inputs. fast-check prints the seed of a failure.
import fc from 'fast-check';

/** Arbitrary. */
const SEED = 20_261_129;

if (process.env['PROPERTY_SEED'] !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
