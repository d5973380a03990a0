/**
 * What is being typed into a chooser of the kit is entered, or said not to be, as if the field were left: for keys that send a
 * form while the cursor stands in it.
 */
export async function settleChooser(): Promise<void> {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !at.closest('.ant-select')) return;
  at.blur();
  // The kit closes the list of a field that was left one turn later.
  await new Promise((done) => setTimeout(done, 0));
  at.focus({ preventScroll: true });
}
