// Everything that is said after signing in, in English.
import { error } from '@kuwei/contract/phrases/en/error';
import { msg } from '@kuwei/contract/phrases/en/msg';
import { wms } from '@kuwei/contract/phrases/en/wms';
import { workbook } from '@kuwei/contract/phrases/en/workbook';

export const rest = { ...error, ...msg, ...wms, ...workbook };
