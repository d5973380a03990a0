// What the pages about one's account, and about messages to people, say, in English.
import { account } from '@kuwei/contract/phrases/en/account';
import { sender } from '@kuwei/contract/phrases/en/sender';

export const people = { ...account, ...sender };
