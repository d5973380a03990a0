// How long the tests go on that draw what they do: in the gate some turns, in the property group of test:all, with a random seed, all.

/**
 * @param gate turns in the gate
 * @param all turns in the property group; PROPERTY_RUNS asks for any other number
 */
export const runs = (gate: number, all: number): number =>
  Number(process.env['PROPERTY_RUNS'] ?? (process.env['PROPERTY_SEED'] === 'random' ? all : gate));
