/** The list with an element moved; a target out of range leaves it unchanged. */
export function moveInList<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  if (from === to || to < 0 || to >= list.length || from < 0 || from >= list.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
