// What the tools of maintenance say, in Chinese.
export { utils } from '@kuwei/contract/phrases/zh/utils';
