// Processor time of a server and its PostgreSQL, less affected by other load than wall time.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine. */
const TICK_MS = 10;

/** Milliseconds since process start. */
export interface ProcessorTime {
  node: number;
  database: number;
}

/** @returns null where unavailable */
export function processorOf(server: number, postmaster: number): ProcessorTime | null {
  const own = timesOf(server);
  if (own === null) return null;
  let database = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(Number(name));
    // Workers that have ended are in the postmaster's account of its children.
    if (times?.pid === postmaster) database += times.used + times.reaped;
    else if (times?.parent === postmaster) database += times.used;
  }
  return { node: own.used * TICK_MS, database: database * TICK_MS };
}

function timesOf(pid: number): { pid: number; parent: number; used: number; reaped: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in parentheses and may contain spaces.
    const facts = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => Number(facts[at])) as [
      number,
      number,
      number,
      number,
      number,
    ];
    return { pid, parent, used: user + system, reaped: childUser + childSystem };
  } catch {
    return null;
  }
}
