// What the pages of maintenance say, in Chinese.
export { maintain } from '@kuwei/contract/phrases/zh/maintain';
