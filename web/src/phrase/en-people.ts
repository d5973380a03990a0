// English texts of accounts, organisations and rights.
import { account } from '@kuwei/contract/phrases/en/account';
import { org } from '@kuwei/contract/phrases/en/org';
import { proxy } from '@kuwei/contract/phrases/en/proxy';
import { rights } from '@kuwei/contract/phrases/en/rights';
import { user } from '@kuwei/contract/phrases/en/user';

export const people = { ...account, ...org, ...proxy, ...rights, ...user };
