// Writes the human-readable table, and bench.json.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Contender } from './cases.ts';
import type { Outcome } from './measure.ts';

/** A figure and its goal; for information only if without a goal. */
export interface Check {
  name: string;
  value: string;
  goal?: string;
  met?: boolean;
}

export interface Report {
  size: { stock: number; ledger: number };
  outcomes: Outcome[];
  checks: Check[];
  /** False with `--quick`: goals are shown, but not enforced. */
  counts: boolean;
}

const FILE = resolve(import.meta.dirname, '../bench.json');
const CONTENDERS: Contender[] = ['ours', 'bare', 'function'];

const isMet = ({ goal, ratio }: Outcome): boolean => goal === null || ratio === null || ratio >= goal;

/** @param isKept whether to write `bench.json` @returns whether every goal was met */
export function publish({ size, outcomes, checks, counts }: Report, isKept: boolean): boolean {
  const met = outcomes.every(isMet) && checks.every((check) => check.met !== false);
  const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', memoryGb: Math.round(totalmem() / 1e9) };
  const at = new Date().toISOString();
  if (isKept) writeFileSync(FILE, `${JSON.stringify({ at, machine, size, counts, met, outcomes, checks }, null, 2)}\n`);

  console.log(
    `\n${size.stock.toLocaleString('en')} stock rows, ${size.ledger.toLocaleString('en')} ledger entries; each second (p99 in ms; processor of Node + PostgreSQL in ms for a call)\n`,
  );
  console.log(`${''.padEnd(5)}${'case'.padEnd(44)}${CONTENDERS.map((name) => name.padStart(30)).join('')}   ours/bare`);
  for (const outcome of outcomes) console.log(lineOf(outcome));
  console.log('');
  for (const { name, value, goal, met: is } of checks) {
    console.log(`${mark(is)}${name.padEnd(54)}${value.padStart(32)}${goal === undefined ? '' : `   goal ${goal}`}`);
  }
  if (!met) console.log(`\n${counts ? 'Not every goal is met.' : 'Goals count in the full run only.'}`);
  return met;
}

function lineOf(outcome: Outcome): string {
  const { name, goal, of, ratio, spread } = outcome;
  const cells = CONTENDERS.map((contender) => {
    const measured = of[contender];
    if (!measured) return '–'.padStart(30);
    const { rate, p99, processor } = measured;
    const used = processor ? `; ${processor.node.toFixed(2)} + ${processor.database.toFixed(2)}` : '';
    return `${rate.toFixed(0)} (${p99.toFixed(0)}${used})`.padStart(30);
  });
  const against =
    ratio === null
      ? ''
      : `   ${ratio.toFixed(2)} (${spread!.map((each) => each.toFixed(2)).join('–')})${goal === null ? '' : `, goal ≥ ${goal}`}`;
  return `${mark(goal === null ? undefined : isMet(outcome))}${name.padEnd(44)}${cells.join('')}${against}`;
}

const mark = (met: boolean | undefined): string => (met === undefined ? '     ' : met ? 'ok   ' : 'MISS ');
