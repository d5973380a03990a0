// What is said of rules for storing and of what breaks them, in English.
import { safety as table } from '@kuwei/contract/phrases/en/safety';

export const safety = table;
