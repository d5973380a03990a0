// How many cells a sheet of OpenDocument becomes, without making them: an element may stand for thousands of rows and columns.

/** Columns that a sheet has at most. */
const COLUMNS = 16_384;
const TAGS = /<(\/?)(?:[\w.-]+:)?(table-row|table-cell|covered-table-cell)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;

/** @returns the number, or more than `most` */
export function odsCells(xml: string, most: number): number {
  let cells = 0;
  /** Empty rows, which are there only where others follow. */
  let pending = 0;
  let row = { repeat: 1, width: 0, isFilled: false };
  const end = (): void => {
    cells += row.width;
    if (row.isFilled) cells += pending + row.width * (row.repeat - 1);
    pending = row.isFilled ? 0 : pending + row.repeat;
  };
  for (const [, closing, tag, attributes = '', isEmpty] of xml.matchAll(TAGS)) {
    if (tag === 'table-row') {
      if (closing === '') row = { repeat: repeated(attributes, 'rows'), width: 0, isFilled: false };
      if (closing !== '' || isEmpty !== '') end();
    } else if (closing === '') {
      const isFilled = isEmpty === '' || /\soffice:/.test(attributes);
      // Cells that are neither filled nor formatted come to nothing at the end of a row.
      if (isFilled || /:style-name/.test(attributes)) row.width += Math.min(repeated(attributes, 'columns'), COLUMNS);
      row.isFilled ||= isFilled;
    }
    if (cells > most || row.width > most) return Infinity;
  }
  return cells;
}

/** What is no plain number counts as endless. */
function repeated(attributes: string, of: 'rows' | 'columns'): number {
  const said = [...attributes.matchAll(new RegExp(`:number-${of}-repeated\\s*=\\s*["']([^"']*)["']`, 'g'))];
  return Math.max(1, ...said.map(([, number]) => (/^\d+$/.test(number!) ? Number(number) : Infinity)));
}
