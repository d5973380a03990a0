// What the pages of stock counts say, in Chinese.
export { count } from '@kuwei/contract/phrases/zh/count';
