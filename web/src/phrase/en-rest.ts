// Everything that is said after signing in, in English.
import { error } from '@kuwei/contract/phrases/en/error';
import { kit } from '@kuwei/contract/phrases/en/kit';
import { msg } from '@kuwei/contract/phrases/en/msg';
import { wms } from '@kuwei/contract/phrases/en/wms';
import { work } from '@kuwei/contract/phrases/en/work';
import { workbook } from '@kuwei/contract/phrases/en/workbook';

export const rest = { ...error, ...kit, ...msg, ...wms, ...work, ...workbook };
