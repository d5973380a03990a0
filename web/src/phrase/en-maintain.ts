// English texts of maintenance.
export { maintain } from '@kuwei/contract/phrases/en/maintain';
