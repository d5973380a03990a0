// English texts of all pages, loaded with the first one.
import { error } from '@kuwei/contract/phrases/en/error';
import { form } from '@kuwei/contract/phrases/en/form';
import { kit } from '@kuwei/contract/phrases/en/kit';
import { shell } from '@kuwei/contract/phrases/en/shell';
import { wms } from '@kuwei/contract/phrases/en/wms';

export const pages = { ...error, ...form, ...kit, ...shell, ...wms };
