// What the pages say about messages and what goes out by e-mail, in English.
import { inbox } from '@kuwei/contract/phrases/en/inbox';
import { profile } from '@kuwei/contract/phrases/en/profile';
import { sender } from '@kuwei/contract/phrases/en/sender';

export const messages = { ...inbox, ...profile, ...sender };
