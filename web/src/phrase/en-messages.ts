// English texts of messages and e-mail.
import { inbox } from '@kuwei/contract/phrases/en/inbox';
import { profile } from '@kuwei/contract/phrases/en/profile';
import { sender } from '@kuwei/contract/phrases/en/sender';

export const messages = { ...inbox, ...profile, ...sender };
