// What the pages about an account and about messages say, in English.
import { account } from '@kuwei/contract/phrases/en/account';
import { inbox } from '@kuwei/contract/phrases/en/inbox';
import { log } from '@kuwei/contract/phrases/en/log';
import { org } from '@kuwei/contract/phrases/en/org';
import { rights } from '@kuwei/contract/phrases/en/rights';
import { sender } from '@kuwei/contract/phrases/en/sender';
import { user } from '@kuwei/contract/phrases/en/user';

export const people = { ...account, ...inbox, ...log, ...org, ...rights, ...sender, ...user };
