import { ROOT_FONT_MAX_PX, ROOT_FONT_MIN_PX } from '@kuwei/contract/constants';

/** Window width for a root font of 100 px. */
const DESIGN_WIDTH = 1_920;

/** Root font size in px for a window width: proportional, within two bounds. Text sizes stay in px. */
export const rootFontPx = (width: number): number =>
  Math.min(ROOT_FONT_MAX_PX, Math.max(ROOT_FONT_MIN_PX, (width * 100) / DESIGN_WIDTH));

export function watchRootFont(): void {
  const set = (): void => {
    document.documentElement.style.fontSize = `${rootFontPx(window.innerWidth)}px`;
  };
  window.addEventListener('resize', set);
  set();
}
