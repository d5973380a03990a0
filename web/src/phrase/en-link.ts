// What the pages say that links in mails lead to, in English.
import { link as table } from '@kuwei/contract/phrases/en/link';

export const link = table;
