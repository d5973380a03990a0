// What the pages say about messages and what goes out by e-mail, in Chinese.
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { profile } from '@kuwei/contract/phrases/zh/profile';
import { sender } from '@kuwei/contract/phrases/zh/sender';

export const messages = { ...inbox, ...profile, ...sender };
