// What the pages about products and places say, in English.
import { place } from '@kuwei/contract/phrases/en/place';
import { product } from '@kuwei/contract/phrases/en/product';

export const goods = { ...place, ...product };
