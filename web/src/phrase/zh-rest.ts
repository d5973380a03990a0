// Everything that is said after signing in, in Chinese.
import { error } from '@kuwei/contract/phrases/zh/error';
import { form } from '@kuwei/contract/phrases/zh/form';
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { kit } from '@kuwei/contract/phrases/zh/kit';
import { msg } from '@kuwei/contract/phrases/zh/msg';
import { product } from '@kuwei/contract/phrases/zh/product';
import { stock } from '@kuwei/contract/phrases/zh/stock';
import { wms } from '@kuwei/contract/phrases/zh/wms';
import { work } from '@kuwei/contract/phrases/zh/work';
import { workbook } from '@kuwei/contract/phrases/zh/workbook';

export const rest = { ...error, ...form, ...inbox, ...kit, ...msg, ...product, ...stock, ...wms, ...work, ...workbook };
