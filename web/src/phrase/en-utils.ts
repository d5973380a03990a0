// English texts of maintenance tools.
export { utils } from '@kuwei/contract/phrases/en/utils';
