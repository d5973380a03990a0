// Processor time of this process's finished child processes, including their own children.
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/<pid>/stat after the program name: cutime and cstime of proc(5). */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/** @returns seconds of user and system time; null on systems other than Linux */
export function processorSeconds(): number | null {
  let text: string;
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return null;
  }
  // The program name is in parentheses and may contain anything, including spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND;
}
