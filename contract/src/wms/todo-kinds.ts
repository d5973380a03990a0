// No zod here: the server's table of messages and the console's icons need the names alone.

/** What a document can wait for a person to do; COLLECT: goods are picked, and their owner comes with the code. */
export const TODO_KINDS = ['RETURNED', 'REVIEW', 'COSIGN', 'COLLECT', 'PUTAWAY', 'PICK', 'MOVE'] as const;
export type TodoKind = (typeof TODO_KINDS)[number];
