import type { Translation } from '../../phrase.ts';
import type { workbook as zh } from '../zh/workbook.ts';

export const workbook = {
  'workbook.errors': 'Errors',
  'workbook.tooLarge': 'the file is too large',
  'workbook.unreadable': 'this is no readable xlsx file',
  'workbook.empty': 'it has no rows',
  'workbook.tooManyRows': 'at most {max} rows',
  'workbook.duplicate': 'Same as row {row}',
  'workbook.noColumns': 'no column is known; use the template',
  'workbook.yes': 'yes',
  'workbook.no': 'no',
} as const satisfies Translation<typeof zh>;
