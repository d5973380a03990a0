// How the state of a box is shown: its status, and whether it is occupied.
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

export const BOX_LOOK_NAMES = ['free', 'occupied', 'locked', 'retired'] as const;
export type BoxLookName = (typeof BOX_LOOK_NAMES)[number];

export const boxLooks: StateLooks<BoxLookName> = {
  free: { label: 'place.state.free', tone: 'quiet', shape: 'ring' },
  occupied: { label: 'place.state.occupied', tone: 'info', shape: 'dot' },
  locked: { label: 'place.state.locked', tone: 'warning', shape: 'lock' },
  retired: { label: 'place.state.retired', tone: 'quiet', shape: 'cross' },
};

type BoxStateFacts = Pick<Box, 'state' | 'lockReason' | 'lines'>;

export function boxLookName({ state, lines }: Pick<BoxStateFacts, 'state' | 'lines'>): BoxLookName {
  if (state === 'RETIRED') return 'retired';
  if (state === 'LOCKED') return 'locked';
  return lines > 0 ? 'occupied' : 'free';
}

/** A locked box shows the cause. */
export function boxLook(box: BoxStateFacts): StateLook {
  const look = boxLooks[boxLookName(box)];
  return box.state === 'LOCKED' && box.lockReason !== null ? { ...look, label: `wms.box.lock.${box.lockReason}` } : look;
}
