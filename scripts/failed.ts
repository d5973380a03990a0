// How a command that cannot go on ends: one sentence where the person who called it can put it right.
import { StartProblem } from '../server/src/problem.ts';

/** Says why on standard error and ends with 1. */
export function exitWithError(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(error instanceof StartProblem || code?.startsWith('ERR_PARSE_ARGS') ? message : error);
  process.exit(1);
}
