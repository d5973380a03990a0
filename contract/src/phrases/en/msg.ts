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
  'msg.toReview.text': '{applicant} of {owner} has submitted {no}. Please review it.',
  'msg.toExecute': 'Ready to process: {no}',
  'msg.toExecute.text': '{no} of {owner} is approved. Please process it.',
  'msg.approved': 'Approved: {no}',
  'msg.approved.text': 'Your request {no} has been approved and is now with the warehouse.',
  'msg.returned': 'Sent back: {no}',
  'msg.returned.text': 'Your request {no} was sent back for correction. Reason: {comment}',
  'msg.rejected': 'Rejected: {no}',
  'msg.rejected.text': 'Your request {no} was rejected. Reason: {comment}',
  'msg.done': 'Completed: {no}',
  'msg.done.text': '{no} is completed, and the stock is up to date.',
  'msg.partial': 'Partially completed: {no}',
  'msg.partial.text': '{no} is partially completed; the rest will follow.',
  'msg.closedShort': 'Closed: {no}',
  'msg.closedShort.text': '{no} was closed with part of it completed. Reason: {comment}',
  'msg.voided': 'Voided: {no}',
  'msg.voided.text': '{no} was voided. Reason: {comment}',
  'msg.reversed': 'Reversed: {no}',
  'msg.reversed.text': '{no} was reversed. Reason: {comment}',
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
} as const satisfies Translation<typeof zh>;
