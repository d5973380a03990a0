import type { Translation } from '../../phrase.ts';
import type { product as zh } from '../zh/product.ts';

export const product = {
  'product.basic': 'Basics',
  'product.unitsSection': 'Units and batches',
  'product.hazard': 'Hazards',
  'product.storage': 'Storage and control',
  'product.sds': 'Safety data sheet',
  'product.pictures': 'Pictures',
  'product.more': 'Description and remark',
  'product.code.hint': 'Letters, digits and - _ .',
  'product.fixed': 'There is stock: this stays as it is',
  'product.category.manage': 'Manage categories',
} as const satisfies Translation<typeof zh>;
