// Chinese texts of products and places.
import { place } from '@kuwei/contract/phrases/zh/place';
import { product } from '@kuwei/contract/phrases/zh/product';

export const goods = { ...place, ...product };
