// What the pages about an account and about messages say, in Chinese.
import { account } from '@kuwei/contract/phrases/zh/account';
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { log } from '@kuwei/contract/phrases/zh/log';
import { power } from '@kuwei/contract/phrases/zh/power';
import { sender } from '@kuwei/contract/phrases/zh/sender';
import { user } from '@kuwei/contract/phrases/zh/user';

export const people = { ...account, ...inbox, ...log, ...power, ...sender, ...user };
