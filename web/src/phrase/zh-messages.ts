// Chinese texts of messages and e-mail.
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { profile } from '@kuwei/contract/phrases/zh/profile';
import { sender } from '@kuwei/contract/phrases/zh/sender';

export const messages = { ...inbox, ...profile, ...sender };
