// What header, menu and messages say beside that, in Chinese.
import { error } from '@kuwei/contract/phrases/zh/error';
import { msg } from '@kuwei/contract/phrases/zh/msg';

export const rest = { ...error, ...msg };
