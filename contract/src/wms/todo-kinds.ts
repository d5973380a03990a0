// No zod here: the server's message table and the console's icons need only the names.

/**
 * Tasks that a document can pose; REVERSAL: a second storekeeper is asked to confirm one; COLLECT: goods are picked and ready for
 * pickup with the code.
 */
export const TODO_KINDS = ['RETURNED', 'REVIEW', 'COSIGN', 'REVERSAL', 'COLLECT', 'PUTAWAY', 'PICK', 'MOVE'] as const;
export type TodoKind = (typeof TODO_KINDS)[number];

/** Types of documents that pose no other task than their review. */
export const REVIEWED_TYPES = ['COUNT', 'AFTER_SALES', 'SHARE'] as const;
