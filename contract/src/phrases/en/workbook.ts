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
  'workbook.yes': 'yes',
  'workbook.no': 'no',
} as const satisfies Translation<typeof zh>;
