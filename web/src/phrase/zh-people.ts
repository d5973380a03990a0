// What the pages about one's account, and about messages to people, say, in Chinese.
import { account } from '@kuwei/contract/phrases/zh/account';
import { sender } from '@kuwei/contract/phrases/zh/sender';

export const people = { ...account, ...sender };
