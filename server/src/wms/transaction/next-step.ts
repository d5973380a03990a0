// What a recipient can do about trouble with an open document, by kind of trouble, document state and recipient.
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import type { Template } from '../../platform/msg-inbox/messages.ts';
import type { Locked } from './document.ts';

export type TroubleTemplate = Extract<
  Template,
  'msg.troubleHeld' | 'msg.troubleRecalled' | 'msg.troubleFrozen' | 'msg.troubleLocked' | 'msg.troubleRetired' | 'msg.troubleOff'
>;

/** State of the document that determines the next step. `begun`: a decision was made in this round, so it can't be withdrawn. */
export interface AffectedState extends Pick<Locked, 'type' | 'state' | 'target_warehouse_id' | 'goods_org_id'> {
  begun: boolean;
}

type Receiver = 'owner' | 'reviewer' | 'keeper';
type Stage = 'reviewer' | 'keeper' | 'returned' | 'submitted' | 'approved';

/** By trouble and stage; moves within a warehouse have no further steps. */
const NEXT = {
  heldComing: {
    reviewer: 'reviewer.wait',
    keeper: 'keeper.wait',
    returned: 'returned.wait',
    submitted: 'submitted.wait',
    approved: 'approved.wait',
  },
  heldLeaving: {
    reviewer: 'reviewer.wait',
    keeper: 'keeper.batchOrWait',
    returned: 'returned.wait',
    submitted: 'submitted.wait',
    approved: 'approved.batchOrWait',
  },
  recalledComing: {
    reviewer: 'reviewer.change',
    keeper: 'keeper.refuse',
    returned: 'returned.change',
    submitted: 'submitted.change',
    approved: 'approved.refuse',
  },
  recalledLeaving: {
    reviewer: 'reviewer.change',
    keeper: 'keeper.batch',
    returned: 'returned.change',
    submitted: 'submitted.change',
    approved: 'approved.batch',
  },
  frozen: {
    reviewer: 'reviewer.wait',
    keeper: 'keeper.stockOrWait',
    returned: 'returned.wait',
    submitted: 'submitted.wait',
    approved: 'approved.stockOrWait',
  },
  off: {
    reviewer: 'reviewer.off',
    keeper: 'keeper.off',
    returned: 'returned.change',
    submitted: 'submitted.off',
    approved: 'approved.off',
  },
} as const satisfies Record<string, Record<Stage, string>>;

/** @returns key of the phrase that says what to do */
export function nextStep(template: TroubleTemplate, document: AffectedState, receiver: Receiver) {
  const { type, state, target_warehouse_id: target } = document;
  const stage = stageOf(document, receiver);
  if (template === 'msg.troubleLocked' || template === 'msg.troubleRetired')
    return boxStep(template === 'msg.troubleLocked', stage);
  // A move inside a warehouse is its own, and its storekeepers execute it.
  const isWithin = type === 'MOVE' && target === null;
  if (isWithin && template !== 'msg.troubleFrozen' && template !== 'msg.troubleOff') return 'part.next.within' as const;
  if (receiver === 'owner' && type === 'OUTBOUND' && document.goods_org_id !== null && !isCarriedOut(document))
    return 'part.next.agreed' as const;
  if (stage === 'submitted' && state === 'SUBMITTED' && document.begun) return 'part.next.begun' as const;
  return `part.next.${NEXT[troubleKeyOf(template, type)][stage]}` as const;
}

const isCarriedOut = ({ state }: Pick<AffectedState, 'state'>): boolean => EXECUTION_STATES.includes(state);

function stageOf(document: AffectedState, receiver: Receiver): Stage {
  if (receiver !== 'owner') return receiver;
  if (isCarriedOut(document)) return document.type === 'MOVE' ? 'keeper' : 'approved';
  return document.state === 'RETURNED' ? 'returned' : 'submitted';
}

function boxStep(isLocked: boolean, stage: Stage) {
  if (stage === 'keeper') return isLocked ? ('part.next.keeper.boxOrWait' as const) : ('part.next.keeper.box' as const);
  return stage === 'reviewer' ? ('part.next.reviewer.box' as const) : ('part.next.box' as const);
}

function troubleKeyOf(
  template: Exclude<TroubleTemplate, 'msg.troubleLocked' | 'msg.troubleRetired'>,
  type: AffectedState['type'],
): keyof typeof NEXT {
  const isComing = type === 'INBOUND';
  switch (template) {
    case 'msg.troubleHeld':
      return isComing ? 'heldComing' : 'heldLeaving';
    case 'msg.troubleRecalled':
      return isComing ? 'recalledComing' : 'recalledLeaving';
    case 'msg.troubleFrozen':
      return 'frozen';
    default:
      return 'off';
  }
}
