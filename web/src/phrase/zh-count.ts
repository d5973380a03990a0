// Chinese texts of stock counts.
export { count } from '@kuwei/contract/phrases/zh/count';
