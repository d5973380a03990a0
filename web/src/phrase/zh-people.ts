// What the pages about an account and about messages say, in Chinese.
import { account } from '@kuwei/contract/phrases/zh/account';
import { inbox } from '@kuwei/contract/phrases/zh/inbox';
import { log } from '@kuwei/contract/phrases/zh/log';
import { org } from '@kuwei/contract/phrases/zh/org';
import { rights } from '@kuwei/contract/phrases/zh/rights';
import { sender } from '@kuwei/contract/phrases/zh/sender';
import { user } from '@kuwei/contract/phrases/zh/user';

export const people = { ...account, ...inbox, ...log, ...org, ...rights, ...sender, ...user };
