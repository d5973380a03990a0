// What header, menu and messages say beside that, in Chinese.
import { error } from '@kuwei/contract/phrases/zh/error';
import { msg } from '@kuwei/contract/phrases/zh/msg';

export const rest = { ...error, ...form, ...kit, ...msg, ...place, ...product, ...wms, ...work, ...workbook };
export const rest = { ...error, ...msg };
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';
import { wms } from '@kuwei/contract/phrases/zh/wms';
import { work } from '@kuwei/contract/phrases/zh/work';
import { workbook } from '@kuwei/contract/phrases/zh/workbook';
