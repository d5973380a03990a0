// What the pages say that links in mails lead to, in Chinese.
import { link as table } from '@kuwei/contract/phrases/zh/link';

export const link = table;
