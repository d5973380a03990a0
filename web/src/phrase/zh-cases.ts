// Chinese texts of after-sales cases.
import { afs } from '@kuwei/contract/phrases/zh/afs';

export const cases = afs;
