// What the tools of maintenance say, in English.
export { utils } from '@kuwei/contract/phrases/en/utils';
