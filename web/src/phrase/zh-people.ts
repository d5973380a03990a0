// What the pages about an account and about messages say, in Chinese.
import { account } from '@kuwei/contract/phrases/zh/account';
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { log } from '@kuwei/contract/phrases/zh/log';
import { rights } from '@kuwei/contract/phrases/zh/rights';
import { sender } from '@kuwei/contract/phrases/zh/sender';
import { user } from '@kuwei/contract/phrases/zh/user';

export const people = { ...account, ...inbox, ...log, ...rights, ...sender, ...user };
