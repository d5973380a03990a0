// What header, menu and messages say beside that, in English.
import { error } from '@kuwei/contract/phrases/en/error';
import { msg } from '@kuwei/contract/phrases/en/msg';

export const rest = { ...error, ...msg };
