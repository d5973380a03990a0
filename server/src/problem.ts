/** Something the person who starts the program can put right: one clear sentence, no stack trace, exit code 1. */
export class StartProblem extends Error {}
