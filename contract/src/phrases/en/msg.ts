import type { Translation } from '../../phrase.ts';
import type { msg as zh } from '../zh/msg.ts';

export const msg = {
  'msg.sessionReused': 'Suspicious use of your session',
  'msg.sessionReused.text':
    'One of your sessions was used from another location ({ip}) and has been ended. If this wasn’t you, change your password now.',
  'msg.actedAs': 'The administrator {name} is acting as you',
  'msg.actedAs.text':
    'Reason: {reason}. Everything they do is recorded under both names. If you have questions, contact an administrator.',
  'msg.passwordChanged': 'Password changed',
  'msg.passwordChanged.text':
    'Your password was changed (from {ip}) and all other devices were signed out. If this wasn’t you, contact an administrator now.',
  'msg.secondFactorOn': 'Two-step verification turned on',
  'msg.secondFactorOn.text': 'Your account now requires a code when you sign in (turned on from {ip}).',
  'msg.secondFactorOff': 'Two-step verification turned off',
  'msg.secondFactorOff.text':
    'Your account no longer requires a code when you sign in (turned off from {ip}). If this wasn’t you, change your password and contact an administrator now.',
  'msg.toReview': 'Review needed: {no}',
  'msg.toReview.text': '{applicant} of {owner} submitted {what} {no}{goods}. Please review it.',
  'msg.toExecute': '{task}: {no}',
  'msg.toExecute.text': '{owner}’s {what} {no}{goods} has been approved. {task}.',
  'msg.toCosign': 'Confirmation needed: {no}',
  'msg.toCosign.text':
    '{owner}’s {what} {no}{goods} contains highly toxic goods. Please check goods and quantities and confirm as the second storekeeper.',
  'msg.toConfirmReversal': 'Reversal to confirm: {no}',
  'msg.toConfirmReversal.text':
    'The {what} {no}{goods} of {owner} is to be reversed and has highly toxic goods. Please check and confirm as second storekeeper. Reason: {comment}',
  'msg.pickupLocked': 'Pick-up code locked: {no}',
  'msg.pickupLocked.text':
    'The pick-up code of your {what} {no}{goods} was entered wrong five times and is locked until {until}. If this was not you, please contact the warehouse.',
  'msg.pickupReleased': 'Pick-up code released: {no}',
  'msg.pickupReleased.text': 'The pick-up code of your {what} {no}{goods} can be used again.',
  'msg.toCollect': 'Ready to collect: {no}',
  'msg.toCollect.text': 'Your {what} {no}{goods} is ready. Please collect it from the warehouse with your pick-up code.',
  'msg.toCorrect': 'Sent back: {no}',
  'msg.toCorrect.text': 'Your {what} {no}{goods} was sent back. Please correct it and submit it again. Reason: {comment}',
  'msg.reviewWaits': 'Still waiting for your review: {no}',
  'msg.reviewWaits.text': '{what} {no}{goods}, submitted by {applicant} of {owner}, waits for you at “{step}”.',
  'msg.reviewCopied': 'For your information: {no}',
  'msg.reviewCopied.text':
    '{what} {no}{goods}, submitted by {applicant} of {owner}, has reached “{step}”. Nothing is asked of you.',
  'msg.approved': 'Approved: {no}',
  'msg.approved.text': 'Your {what} {no}{goods} has been approved and is now with the warehouse.',
  'msg.returned': 'Sent back: {no}',
  'msg.returned.text': '{applicant}’s {what} {no}{goods} ({owner}) was sent back for correction. Reason: {comment}',
  'msg.rejected': 'Rejected: {no}',
  'msg.rejected.text': 'Your {what} {no}{goods} was rejected. Reason: {comment}',
  'msg.done': '{done}: {no}',
  'msg.done.text': '{done}: {what} {no}{goods}. The stock is up to date.',
  'msg.partial': 'Partially completed: {no}',
  'msg.partial.text': 'Your {what} {no}{goods} is partially completed; the rest will follow.',
  'msg.lineCut': 'Line cancelled: {no}',
  'msg.lineCut.text': 'A line of your {what} {no}{goods} was cancelled; the other lines go on. Reason: {comment}',
  'msg.closedShort': 'Closed: {no}',
  'msg.closedShort.text': 'Your {what} {no}{goods} was closed with part of it completed. Reason: {comment}',
  'msg.voided': 'Cancelled: {no}',
  'msg.voided.text': 'Your {what} {no}{goods} was cancelled. Reason: {comment}',
  'msg.reversed': 'Reversed: {no}',
  'msg.reversed.text': 'Your {what} {no}{goods} was reversed. Reason: {comment}',
  'msg.troubleHeld': 'Batch on hold: {no}',
  'msg.troubleHeld.text':
    'Batch {batch} of {product} in {what} {no} is on hold and cannot be received or issued until it is released. Reason: {reason}',
  'msg.troubleRecalled': 'Batch recalled: {no}',
  'msg.troubleRecalled.text':
    'Batch {batch} of {product} in {what} {no} has been recalled and cannot be received or issued. Please choose another batch or reduce the quantity. Reason: {reason}',
  'msg.troubleFrozen': 'Stock frozen: {no}',
  'msg.troubleFrozen.text':
    'The stock of {product} in box {box}, part of {what} {no}, is frozen and cannot be issued until it is released. Reason: {reason}',
  'msg.troubleLocked': 'Box locked: {no}',
  'msg.troubleLocked.text':
    'Box {box}, used for {product} in {what} {no}, is locked. Please choose another box or wait until it is unlocked.',
  'msg.troubleRetired': 'Box retired: {no}',
  'msg.troubleRetired.text': 'Box {box}, used for {product} in {what} {no}, has been retired. Please choose another box.',
  'msg.troubleOff': 'Product deactivated: {no}',
  'msg.troubleOff.text': '{product} in {what} {no} has been deactivated. Please contact the warehouse.',
  'msg.troubleOver': 'Restriction lifted: {no}',
  'msg.troubleOver.text': 'The restriction on {product} in {what} {no} has been lifted. You can go on.',
  'msg.batchHeld': 'Batch on hold: {product}',
  'msg.batchHeld.text': 'Batch {batch} of {product} is on hold and cannot be collected until it is released. Reason: {reason}',
  'msg.batchRecalled': 'Batch recalled: {product}',
  'msg.batchRecalled.text':
    'Batch {batch} of {product} has been recalled. Stop using it and contact the warehouse. Reason: {reason}',
  'msg.batchReleased': 'Batch released: {product}',
  'msg.batchReleased.text': 'Batch {batch} of {product} can be collected again. Note: {reason}',
  'msg.stockFrozen': 'Stock frozen: {product}',
  'msg.stockFrozen.text': '{product} in box {box} is frozen and cannot be collected until it is released. Reason: {reason}',
  'msg.stockReleased': 'Stock released: {product}',
  'msg.stockReleased.text': '{product} in box {box} can be collected again. {reason}',
  'msg.ledgerFault': 'The ledger does not add up',
  'msg.ledgerFault.text':
    'Problems found in the ledger: {count}. The first: {first}. Don’t change anything; “Verify the ledger” above the ledger shows all of them.',

  // What messages are put together from.
  'part.what.INBOUND': 'deposit request',
  'part.what.OUTBOUND': 'collection request',
  'part.what.MOVE': 'transfer',
  'part.task.INBOUND': 'Ready to put away',
  'part.task.OUTBOUND': 'Ready to pick',
  'part.task.MOVE': 'Ready to transfer',
  'part.done.INBOUND': 'Stored',
  'part.done.OUTBOUND': 'Collected',
  'part.done.MOVE': 'Transferred',
  'part.goods.one': ' ({name})',
  'part.goods.many': ' ({name} and others, {count} {count|line|lines})',
} as const satisfies Translation<typeof zh>;
