// Overlays opened on any page, by a header button or a shortcut.
import { create } from 'zustand';

export type Overlay = 'finder' | 'keys';

export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

export const openOverlay = (open: Overlay | null): void => useOverlay.setState({ open });
