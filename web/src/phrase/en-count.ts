// What the pages of stock counts say, in English.
export { count } from '@kuwei/contract/phrases/en/count';
