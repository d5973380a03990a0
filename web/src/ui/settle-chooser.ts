/**
 * Commits or rejects what is being typed into a select of the kit as if the field lost focus: for keys that submit a form from within it.
 */
export async function settleChooser(): Promise<void> {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !at.closest('.ant-select')) return;
  at.blur();
  // The kit closes a blurred field's list one turn later.
  await new Promise((done) => setTimeout(done, 0));
  at.focus({ preventScroll: true });
}
