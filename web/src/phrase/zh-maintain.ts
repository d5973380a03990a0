// Chinese texts of maintenance.
export { maintain } from '@kuwei/contract/phrases/zh/maintain';
