// What is said of after-sales cases, in Chinese.
import { afs } from '@kuwei/contract/phrases/zh/afs';

export const cases = afs;
