// Vite requests the style sheets of a chunk only once, even if they fail. Failed ones are requested again with the next chunk, so that
// no page shows unstyled.
const lostStyles = new Set<HTMLLinkElement>();

/** Records style sheets that fail to load, permanently. */
export function watchStyles(): void {
  const noted = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  };
  document.addEventListener('error', noted, { capture: true });
}

/** Resolves with the result of `load` once all style sheets are loaded. @throws if a style sheet that failed before fails again */
export async function loadWithStyles<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...lostStyles].map(reloadStyle));
  return load();
}

function reloadStyle(lost: HTMLLinkElement): Promise<void> {
  lostStyles.delete(lost);
  const link = lost.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    lost.replaceWith(link);
  });
}
