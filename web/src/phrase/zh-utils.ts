// Chinese texts of maintenance tools.
export { utils } from '@kuwei/contract/phrases/zh/utils';
