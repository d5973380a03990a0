// What the pages of maintenance say, in English.
export { maintain } from '@kuwei/contract/phrases/en/maintain';
