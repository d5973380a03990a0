// Goods that two storekeepers must handle together. Pure, shared by server and console.

interface Goods {
  controlFlags: readonly string[];
  /** False: the product has no hazard assessment. Absent in data that a browser cached earlier. */
  assessed?: boolean;
}

/** Whether goods are highly toxic, or unassessed. */
export const needsTwoKeepers = ({ controlFlags, assessed }: Goods): boolean =>
  controlFlags.includes('TOXIC') || assessed === false;

/**
 * Lines that two storekeepers handle, executed or not: those whose goods need two now. If none does any more but the document did
 * when submitted, all lines, since it is not recorded which one it was.
 * @param toxic of the document as returned: needed two when submitted, or does now
 */
export function listTwoKeeperLines<L>(lines: readonly L[], toxic: boolean, goodsOf: (line: L) => Goods): readonly L[] {
  const some = lines.filter((line) => needsTwoKeepers(goodsOf(line)));
  return some.length === 0 && toxic ? lines : some;
}
