// What header, menu and messages say beside that, in English.
import { error } from '@kuwei/contract/phrases/en/error';
import { msg } from '@kuwei/contract/phrases/en/msg';

export const rest = { ...error, ...form, ...kit, ...msg, ...place, ...product, ...wms, ...work, ...workbook };
export const rest = { ...error, ...msg };
import { place } from '@kuwei/contract/phrases/en/place';
import { product } from '@kuwei/contract/phrases/en/product';
import { wms } from '@kuwei/contract/phrases/en/wms';
import { work } from '@kuwei/contract/phrases/en/work';
import { workbook } from '@kuwei/contract/phrases/en/workbook';
