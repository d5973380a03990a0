// What opens over any page, by a button of the header or by a key.
import { create } from 'zustand';

export type Overlay = 'finder' | 'keys';

export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

export const openOverlay = (open: Overlay | null): void => useOverlay.setState({ open });
