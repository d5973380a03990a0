// What the pages about products and places say, in Chinese.
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';

export const goods = { ...place, ...product };
