// Chinese texts of the second storekeeper.
import { cosign as table } from '@kuwei/contract/phrases/zh/cosign';

export const cosign = table;
