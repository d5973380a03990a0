import type { Translation } from '../translation.ts';
import type { grid as zh } from '../zh/grid.ts';

// Rows that are edited as in a spreadsheet.
export const grid: Translation<typeof zh> = {
  'grid.add': 'Add a row',
  'grid.copy': 'Copy table',
  'grid.copied': '{count} {count|row|rows} copied, ready to paste into Excel',
  'grid.search': 'Find',
  'grid.none': 'No matching rows',
  'grid.empty': 'No entries yet. Add a row, or paste a table from Excel here.',
  'grid.pasteHint': 'Paste cells from Excel right here: rows are matched by code, new codes are added.',
  'grid.pasteHintFixed': 'Paste cells from Excel right here: rows are matched by code.',
  'grid.row': 'Row {row}',
  'grid.rowNo': 'Row',
  'grid.actions': 'Actions',
  'grid.cell': '{title}, row {row}',
  'grid.move': 'Drag to sort, or press Alt+↑ and Alt+↓',
  'grid.moveRow': 'Move row {row}',
  'grid.remove': 'Delete row {row}',
  'grid.faults': '{count} {count|error|errors} to fix',
  'grid.pasted': 'Pasted: {added} added, {changed} changed, {same} unchanged.',
  'grid.kept': '{count} fixed {count|cell was|cells were} left as {count|it is|they are}.',
  'grid.unknown': 'No such columns, skipped: {names}.',
  'grid.undo': 'Undo paste',
  'grid.undoneBut': 'Paste undone, but for {count} {count|row|rows} changed since.',
  'grid.noKey': 'The pasted headings have no column “{title}”. Nothing was pasted.',
  'grid.tooMany': 'At most {max} rows; there would be {count}. Nothing was pasted.',
  'grid.beyond':
    'The pasted cells have {count} more {count|row|rows} than there are below, without “{title}”. Nothing was pasted.',
  'grid.noNew': 'Rows can’t be added here, and these codes are not in the table: {codes}. Nothing was pasted.',
  'grid.nothing': 'The clipboard holds no table.',
  'grid.notFlag': '“{title}” takes yes or no only: {values}. Nothing was pasted.',
  'grid.notFlagAt': '“{text}” in pasted row {row}',
  'grid.noDrag': 'Rows can’t be sorted while filtered',
};
