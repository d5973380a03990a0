// Ends a command that cannot go on, with one sentence for errors that the user can fix.
import { StartProblem } from '../server/src/problem.ts';

/** Prints the reason on standard error and exits with 1. */
export function exitWithError(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(error instanceof StartProblem || code?.startsWith('ERR_PARSE_ARGS') ? message : error);
  process.exit(1);
}
