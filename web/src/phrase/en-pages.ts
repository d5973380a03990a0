// What the pages say, in English; comes with the first of them.
import { error } from '@kuwei/contract/phrases/en/error';
import { form } from '@kuwei/contract/phrases/en/form';
import { inbox } from '@kuwei/contract/phrases/en/inbox';
import { kit } from '@kuwei/contract/phrases/en/kit';
import { place } from '@kuwei/contract/phrases/en/place';
import { product } from '@kuwei/contract/phrases/en/product';
import { proxy } from '@kuwei/contract/phrases/en/proxy';
import { shell } from '@kuwei/contract/phrases/en/shell';
import { stock } from '@kuwei/contract/phrases/en/stock';
import { transaction } from '@kuwei/contract/phrases/en/transaction';
import { wms } from '@kuwei/contract/phrases/en/wms';
import { work } from '@kuwei/contract/phrases/en/work';
import { workbook } from '@kuwei/contract/phrases/en/workbook';

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
