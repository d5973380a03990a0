// Chinese texts of accounts, organisations and rights.
import { account } from '@kuwei/contract/phrases/zh/account';
import { org } from '@kuwei/contract/phrases/zh/org';
import { proxy } from '@kuwei/contract/phrases/zh/proxy';
import { rights } from '@kuwei/contract/phrases/zh/rights';
import { user } from '@kuwei/contract/phrases/zh/user';

export const people = { ...account, ...org, ...proxy, ...rights, ...user };
