// Everything that is said after signing in, in English.
import { error } from '@kuwei/contract/phrases/en/error';
import { form } from '@kuwei/contract/phrases/en/form';
import { inbox } from '@kuwei/contract/phrases/en/inbox';
import { kit } from '@kuwei/contract/phrases/en/kit';
import { msg } from '@kuwei/contract/phrases/en/msg';
import { product } from '@kuwei/contract/phrases/en/product';
import { stock } from '@kuwei/contract/phrases/en/stock';
import { wms } from '@kuwei/contract/phrases/en/wms';
import { work } from '@kuwei/contract/phrases/en/work';
import { workbook } from '@kuwei/contract/phrases/en/workbook';

export const rest = { ...error, ...form, ...inbox, ...kit, ...msg, ...product, ...stock, ...wms, ...work, ...workbook };
