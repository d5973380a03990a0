// What the server alone refuses, in English: the console is sent the text, and does not load it.
import type { Translation } from '../../phrase.ts';
import type { refusal as zh } from '../zh/refusal.ts';

export const refusal = {
  'error.TOO_SLOW': 'The request took too long to arrive. Check your connection and try again.',
  'error.TOO_MANY_AT_ONCE': 'Too many requests at the same time. Try again in {seconds} {seconds|second|seconds}.',
  'error.TOO_MANY_UPLOADS': 'Too many uploads at the same time. Wait for the others to finish, then try again.',
  'error.NO_ROOM': 'The server is low on storage, so files can’t be uploaded right now. Contact the system administrator.',
  'error.ASK_ANOTHER':
    'This person can’t be asked: their account is off, it is their own request, they have decided or are asked already, or they are no colleague',
  'error.REMINDED': 'They were reminded just now. Try again later.',
  'error.WORKFLOW_REFUSES': 'Nobody can decide one of the steps, and the workflow refuses such requests',
  'error.DIC_FIXED':
    '{codes} came with the product: it can be neither deleted nor given another code. Rename it or switch it off',
  'error.LAST_ADMIN': 'This is the last administrator who can sign in. Appoint another one first.',
  'error.IMPORT_OTHERS': 'You can only undo your own imports',
  'error.BATCH_CONFLICT': 'Batch {batch} is registered with expiry date {date}',
  'error.BOX_ELSEWHERE': 'Box {code} is no longer in this document’s warehouse. Choose another.',
  'error.BOX_SAME': 'The goods are already in box {code}',
  'error.EXPIRED_BATCH': 'This batch is past its expiry date: it needs a reason and a second-level reviewer',
  'error.QTY_COUNTED': 'The count doesn’t match the document: {product}, counted {counted}, document {planned}',
  'error.PICKUP_LOCKED':
    'Too many wrong pick-up codes: locked until {until} ({minutes} {minutes|minute|minutes} left). A second reviewer of collections can release it.',
  'error.CANNOT_REVERSE': 'The stock has moved on, so this can’t be reversed: {reason}',
  'error.FILE_QUOTA':
    'You have over {mb} MB of uploads not attached to any record. Save the records they belong to; unused uploads are deleted after a day.',
  'error.FILE_LOST': 'The stored file is missing or was changed, so it cannot be downloaded. Contact the system administrator',
  'error.ORG_STILL_OWNS': 'It still has {owned}. Clear these before merging.',
  'error.ORG_MERGED': 'It was merged into “{name}” and can’t be enabled or merged again.',
  'rule.orgNamed': 'There is stock or a document: the code stays',
  'rule.orgTypeFixed': 'There are members, boxes, a warehouse, stock or a document: the type stays',
  'rule.orgName': 'Another organisation of this type has this name',
  'rule.empty': 'Must be left empty',
  'rule.fixed': 'This can’t be changed',
  'rule.repeated': 'Duplicates aren’t allowed',
  'rule.explosionOrder': 'The upper explosion limit can’t be below the lower one',
  'rule.hazardContradicts': 'Contradicts the hazard statements, UN number, control flags or storage group',
  'rule.noChange': 'Nothing has been changed',
  'rule.boxBeyondCabinet': 'What may share a box must be allowed to share a cabinet',
  'rule.tooLarge': 'The number is too large',
  'rule.insufficient': 'Not enough in stock: {available} available',
  'rule.noSuchBatch': 'Nothing of batch {batch} in stock',
  'rule.insufficientHeld': 'Not enough in stock: {available} available; another {held} frozen, on hold, recalled or expired',
  'rule.past': 'Must not be in the future',
  'rule.future': 'Must not be in the past',
  'rule.delegated': 'You have already delegated these approvals for part of this time',
  'rule.delegatedMax': 'A delegation lasts a year at most',
  'rule.unfinished': 'This line is not complete',
  'rule.dicWord': 'Rules depend on the entries of this dictionary: they can be renamed, none can be added',
  'rule.dicWordValid': 'Rules depend on this entry: it can’t be switched off',
} as const satisfies Translation<typeof zh>;
