// What is said of rules for storing and of what breaks them, in Chinese.
import { safety as table } from '@kuwei/contract/phrases/zh/safety';

export const safety = table;
