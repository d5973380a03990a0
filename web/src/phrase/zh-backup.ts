// What backups are called, and what is wrong with one, in Chinese.
export { backup } from '@kuwei/contract/phrases/zh/backup';
