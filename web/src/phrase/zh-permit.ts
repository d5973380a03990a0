// What the pages about permits say, in Chinese.
import { permit as table } from '@kuwei/contract/phrases/zh/permit';

export const permit = table;
