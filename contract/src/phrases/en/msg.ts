import type { Translation } from '../../phrase.ts';
import type { msg as zh } from '../zh/msg.ts';

export const msg = {
  'msg.sessionReused': 'A sign-in of yours was used twice',
  'msg.sessionReused.text':
    'A sign-in of yours was used from another place ({ip}), so that session was ended. If this was not you, change your password soon.',
  'msg.actedAs': 'The administrator {name} is acting as you',
  'msg.actedAs.text':
    'Reason: {reason}. Everything done meanwhile is recorded under both names. If you have questions, ask the administrator.',
  'msg.passwordChanged': 'Password changed',
  'msg.passwordChanged.text':
    'Your password was changed (from {ip}), and you were signed out everywhere else. If this was not you, tell the administrator at once.',
  'msg.secondFactorOn': 'Second step turned on',
  'msg.secondFactorOn.text': 'Your account now asks for a code when you sign in (turned on from {ip}).',
  'msg.secondFactorOff': 'Second step turned off',
  'msg.secondFactorOff.text':
    'Your account no longer asks for a code when you sign in (turned off from {ip}). If this was not you, change your password at once and tell the administrator.',
  'msg.toReview': 'To review: {no}',
  'msg.toReview.text': '{applicant} of {owner} has submitted {no}. Please review it.',
  'msg.toExecute': 'To carry out: {no}',
  'msg.toExecute.text': '{no} of {owner} is approved. Please carry it out.',
  'msg.approved': 'Approved: {no}',
  'msg.approved.text': 'Your application {no} is approved and waits for the warehouse.',
  'msg.returned': 'Returned: {no}',
  'msg.returned.text': 'Your application {no} was returned to be mended. Reason: {comment}',
  'msg.rejected': 'Rejected: {no}',
  'msg.rejected.text': 'Your application {no} was rejected. Reason: {comment}',
  'msg.done': 'Done: {no}',
  'msg.done.text': '{no} is done, and the stock is up to date.',
  'msg.partial': 'Partly done: {no}',
  'msg.partial.text': '{no} is partly done; the rest will follow.',
  'msg.closedShort': 'Closed: {no}',
  'msg.closedShort.text': '{no} was closed with what had been done. Reason: {comment}',
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
