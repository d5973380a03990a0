// What the pages say, in Chinese; comes with the first of them.
import { error } from '@kuwei/contract/phrases/zh/error';
import { form } from '@kuwei/contract/phrases/zh/form';
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { kit } from '@kuwei/contract/phrases/zh/kit';
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';
import { proxy } from '@kuwei/contract/phrases/zh/proxy';
import { shell } from '@kuwei/contract/phrases/zh/shell';
import { stock } from '@kuwei/contract/phrases/zh/stock';
import { transaction } from '@kuwei/contract/phrases/zh/transaction';
import { wms } from '@kuwei/contract/phrases/zh/wms';
import { work } from '@kuwei/contract/phrases/zh/work';
import { workbook } from '@kuwei/contract/phrases/zh/workbook';

export const pages = {
  ...error,
  ...form,
  ...inbox,
  ...kit,
  ...place,
  ...product,
  ...proxy,
  ...shell,
  ...stock,
  ...transaction,
  ...wms,
  ...work,
  ...workbook,
};
