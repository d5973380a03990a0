import type { Translation } from '../../phrase.ts';
import type { workbook as zh } from '../zh/workbook.ts';

export const workbook = {
  'workbook.errors': 'Errors',
  'workbook.tooLarge': 'the file is too large',
  'workbook.unreadable': 'this isn’t a readable xlsx file',
  'workbook.empty': 'it has no rows',
  'workbook.tooManyRows': 'no more than {max} rows',
  'workbook.duplicate': 'Same as row {row}',
  'workbook.noColumns': 'no known columns; use the template',
  'workbook.unknownColumns': 'these columns were not recognised: {headings}. Choose what each one is, or leave it out',
  'workbook.errorCell': 'The cell holds the error {value}',
  'workbook.noValue': 'The formula has no result. Recalculate the workbook in your spreadsheet program and save it',
  'workbook.changedSince': 'Changed since the export. Export it again',
  'workbook.gone': 'Deleted since the export',
  'workbook.readOnly': 'This column can’t be changed by an import; it should be “{value}”',
  'workbook.yesNo': 'Enter yes or no',
  'workbook.noKey': 'the column “{name}” is missing',
  'workbook.rev': 'Version (do not change)',
  'workbook.yes': 'yes',
  'workbook.no': 'no',
} as const satisfies Translation<typeof zh>;
