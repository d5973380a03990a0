// English texts of stock counts.
export { count } from '@kuwei/contract/phrases/en/count';
