// Measures all contenders in alternating turns, so that disturbances affect all of them.
import type { Case, Contender, BenchTurn } from './cases.ts';

export interface Outcome {
  name: string;
  goal: number | null;
  isPrepared: boolean;
  /** Medians over the rounds. */
  of: Partial<Record<Contender, BenchTurn>>;
  /** Median of ours to bare over adjacent pairs; null if bare has no part. */
  ratio: number | null;
  /** Lowest and highest of these ratios. */
  spread: [number, number] | null;
  rounds: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * @param until start no further round after this time (ms since 1970); at least one round is run
 * @param report called after each turn of a case
 */
export async function measure(
  cases: readonly Case[],
  { rounds, until, report }: { rounds: number; until: number; report: (text: string) => void },
): Promise<Outcome[]> {
  const measured = cases.map((): Record<Contender, BenchTurn[]> => ({ ours: [], bare: [], function: [] }));
  for (let round = 0; round < rounds && (round === 0 || Date.now() < until); round++) {
    for (const [at, { name, run }] of cases.entries()) {
      const order = Object.keys(run) as Contender[];
      for (const contender of round % 2 === 0 ? order : order.toReversed()) {
        measured[at]![contender].push(await run[contender]!());
      }
      const now = order.map((contender) => `${contender} ${measured[at]![contender].at(-1)!.rate.toFixed(0)}`);
      report(`round ${round + 1}  ${name.padEnd(44)} ${now.join('  ')}`);
    }
  }
  return cases.map(({ name, goal = null, isPrepared = false }, at) => ({ name, goal, isPrepared, ...summary(measured[at]!) }));
}

/** Upper bound: a server with rights and a log cannot be this much faster than one without. */
const PLAUSIBLE_MAX = 1.5;

/** @throws Error for a case where bare is implausibly slow, so it does not do what was intended */
export function assertPlausible(outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ isPrepared, ratio }) => !isPrepared && ratio !== null && ratio > PLAUSIBLE_MAX);
  if (wrong.length > 0)
    throw new Error(
      `The bare server cannot be this slow: ${wrong.map(({ name, ratio }) => `${name} ${ratio!.toFixed(2)}`).join('; ')}.`,
    );
}

function summary(measured: Record<Contender, BenchTurn[]>): Omit<Outcome, 'name' | 'goal' | 'isPrepared'> {
  const of: Outcome['of'] = {};
  for (const [contender, all] of Object.entries(measured) as [Contender, BenchTurn[]][]) {
    if (all.length === 0) continue;
    const used = all.flatMap(({ processor }) => processor ?? []);
    of[contender] = {
      rate: median(all.map(({ rate }) => rate)),
      p99: median(all.map(({ p99 }) => p99)),
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      processor:
        used.length === 0
          ? null
          : { node: median(used.map(({ node }) => node)), database: median(used.map(({ database }) => database)) },
    };
  }
  const ratios = measured.bare.map((bare, round) => measured.ours[round]!.rate / bare.rate);
  return {
    of,
    ratio: ratios.length > 0 ? median(ratios) : null,
    spread: ratios.length > 0 ? [Math.min(...ratios), Math.max(...ratios)] : null,
    rounds: measured.ours.length,
  };
}
