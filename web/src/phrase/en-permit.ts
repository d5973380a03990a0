// What the pages about permits say, in English.
import { permit as table } from '@kuwei/contract/phrases/en/permit';

export const permit = table;
