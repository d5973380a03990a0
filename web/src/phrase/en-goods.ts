// English texts of products and places.
import { place } from '@kuwei/contract/phrases/en/place';
import { product } from '@kuwei/contract/phrases/en/product';

export const goods = { ...place, ...product };
