// What the pages about products, places and stock say, in Chinese.
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';
import { safety } from '@kuwei/contract/phrases/zh/safety';
import { shelf } from '@kuwei/contract/phrases/zh/shelf';
import { stock } from '@kuwei/contract/phrases/zh/stock';

export const goods = { ...place, ...product, ...safety, ...shelf, ...stock };
