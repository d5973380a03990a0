// Which goods two storekeepers handle together. Pure: the server and the console ask the same.

interface Goods {
  controlFlags: readonly string[];
  /** False: the product is not assessed for hazards. Absent in what a browser has kept from before. */
  assessed?: boolean;
}

/** Whether goods are highly toxic, or not known not to be. */
export const takesTwoKeepers = ({ controlFlags, assessed }: Goods): boolean =>
  controlFlags.includes('TOXIC') || assessed === false;

/**
 * The lines of a document that two storekeepers handle, done or not: those with goods that take two now. Where none does any more
 * but the document took two when it was submitted, all of them, since nothing says which one it was.
 * @param toxic of the document, as it is answered: its goods took two when it was submitted, or do now
 */
export function linesForTwo<L>(lines: readonly L[], toxic: boolean, goodsOf: (line: L) => Goods): readonly L[] {
  const some = lines.filter((line) => takesTwoKeepers(goodsOf(line)));
  return some.length === 0 && toxic ? lines : some;
}
