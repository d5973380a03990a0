// Vite asks for the style sheets of a chunk once, whether they come or not. Those that did not are asked for again with
// the next code that is wanted, so that no page stands there undressed.
const lostStyles = new Set<HTMLLinkElement>();

/** Notes the style sheets that do not come, for good. */
export function watchStyles(): void {
  const noted = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  };
  document.addEventListener('error', noted, { capture: true });
}

/** What `load` gives, once all styles are here. @throws where a style sheet that was lost before is lost again */
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
