// What is said of after-sales cases, in English.
import { afs } from '@kuwei/contract/phrases/en/afs';

export const cases = afs;
