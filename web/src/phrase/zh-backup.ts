// Chinese texts of backups and their errors.
export { backup } from '@kuwei/contract/phrases/zh/backup';
