import { useSyncExternalStore } from 'react';

/** Subscribes to a media query. */
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

/** Touch input: the device has a suitable native picker. */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)');
