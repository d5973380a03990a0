// What the pages about products, places and stock say, in English.
import { place } from '@kuwei/contract/phrases/en/place';
import { product } from '@kuwei/contract/phrases/en/product';
import { safety } from '@kuwei/contract/phrases/en/safety';
import { shelf } from '@kuwei/contract/phrases/en/shelf';
import { stock } from '@kuwei/contract/phrases/en/stock';

export const goods = { ...place, ...product, ...safety, ...shelf, ...stock };
