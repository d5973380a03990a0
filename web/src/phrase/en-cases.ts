// English texts of after-sales cases.
import { afs } from '@kuwei/contract/phrases/en/afs';

export const cases = afs;
