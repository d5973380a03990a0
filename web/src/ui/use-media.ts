import { useSyncExternalStore } from 'react';

/** Whether a media query holds, followed as it changes. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Too narrow for a sidebar beside the page. */
export const useIsPhone = (): boolean => useMedia('(max-width: 767px)');

/** Pointed at with a finger: the device has a picker of its own that fits it. */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)');
