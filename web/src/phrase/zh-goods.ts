// What the pages about products and places say, in Chinese.
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';
import { safety } from '@kuwei/contract/phrases/zh/safety';

export const goods = { ...place, ...product, ...safety };
