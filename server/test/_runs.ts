// Number of runs of property tests: few in the gate; all in the property group of test:all, with a random seed.

/**
 * @param gate runs in the gate
 * @param all runs in the property group; PROPERTY_RUNS overrides it
 */
export const runs = (gate: number, all: number): number =>
  Number(process.env['PROPERTY_RUNS'] ?? (process.env['PROPERTY_SEED'] === 'random' ? all : gate));
