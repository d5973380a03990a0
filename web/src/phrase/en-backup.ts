// What backups are called, and what is wrong with one, in English.
export { backup } from '@kuwei/contract/phrases/en/backup';
