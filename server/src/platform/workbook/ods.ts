// Counts the cells an OpenDocument sheet expands to without creating them: an element may repeat thousands of rows and columns.

/** Maximum columns of a sheet. */
const COLUMNS = 16_384;
const TAGS = /<(\/?)(?:[\w.-]+:)?(table-row|table-cell|covered-table-cell)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;

/** @returns the number, or more than `most` */
export function countOdsCells(xml: string, most: number): number {
  let cells = 0;
  /** Empty rows, which count only if others follow. */
  let pending = 0;
  let row = { repeat: 1, width: 0, isFilled: false };
  const end = (): void => {
    cells += row.width;
    if (row.isFilled) cells += pending + row.width * (row.repeat - 1);
    pending = row.isFilled ? 0 : pending + row.repeat;
  };
  for (const [, closing, tag, attributes = '', isEmpty] of xml.matchAll(TAGS)) {
    if (tag === 'table-row') {
      if (closing === '') row = { repeat: repeatCount(attributes, 'rows'), width: 0, isFilled: false };
      if (closing !== '' || isEmpty !== '') end();
    } else if (closing === '') {
      const isFilled = isEmpty === '' || /\soffice:/.test(attributes);
      // Empty, unformatted cells at the end of a row do not count.
      if (isFilled || /:style-name/.test(attributes)) row.width += Math.min(repeatCount(attributes, 'columns'), COLUMNS);
      row.isFilled ||= isFilled;
    }
    if (cells > most || row.width > most) return Infinity;
  }
  return cells;
}

/** Anything but a plain number counts as infinite. */
function repeatCount(attributes: string, of: 'rows' | 'columns'): number {
  const counts = [...attributes.matchAll(new RegExp(`:number-${of}-repeated\\s*=\\s*["']([^"']*)["']`, 'g'))];
  return Math.max(1, ...counts.map(([, number]) => (/^\d+$/.test(number!) ? Number(number) : Infinity)));
}
