// Property tests draw the same inputs in every run of the gate: a failure is then always of the change at hand. PROPERTY_SEED=random
// draws others; the property group of npm run test:all sets it. fast-check prints the seed of a failure.
import fc from 'fast-check';

/** Any number would do. */
const SEED = 20_261_129;

if (process.env['PROPERTY_SEED'] !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
