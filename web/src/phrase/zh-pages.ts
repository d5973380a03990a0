// Chinese texts of all pages, loaded with the first one.
import { error } from '@kuwei/contract/phrases/zh/error';
import { form } from '@kuwei/contract/phrases/zh/form';
import { kit } from '@kuwei/contract/phrases/zh/kit';
import { shell } from '@kuwei/contract/phrases/zh/shell';
import { wms } from '@kuwei/contract/phrases/zh/wms';

export const pages = { ...error, ...form, ...kit, ...shell, ...wms };
