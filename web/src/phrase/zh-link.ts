// Chinese texts of pages opened from links in e-mails.
import { link as table } from '@kuwei/contract/phrases/zh/link';

export const link = table;
