/** A problem that the operator can fix: one clear sentence, no stack trace, exit code 1. */
export class StartProblem extends Error {}
