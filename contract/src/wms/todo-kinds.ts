// No zod here: the server's table of messages and the console's icons need the names alone.

/** What a document can wait for a person to do; REVERSAL: somebody has asked a second storekeeper to confirm one; COLLECT: goods are picked, and their owner comes with the code. */
export const TODO_KINDS = ['RETURNED', 'REVIEW', 'COSIGN', 'REVERSAL', 'COLLECT', 'PUTAWAY', 'PICK', 'MOVE'] as const;
export type TodoKind = (typeof TODO_KINDS)[number];
