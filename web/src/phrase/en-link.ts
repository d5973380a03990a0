// English texts of pages opened from links in e-mails.
import { link as table } from '@kuwei/contract/phrases/en/link';

export const link = table;
