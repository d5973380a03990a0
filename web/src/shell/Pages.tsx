import { usePages } from '../page/pages.ts';
import { SlotView } from './SlotView.tsx';

/** The open pages: the one in front, and those kept in the background. */
export function Pages() {
  const slots = usePages((state) => state.slots);
  const active = usePages((state) => state.active);
  return slots.map((slot) => <SlotView key={`${slot.key} ${slot.turn}`} slot={slot} active={slot.key === active} />);
}
