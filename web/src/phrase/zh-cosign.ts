// Texts for the second storekeeper, in Chinese.
import { cosign as table } from '@kuwei/contract/phrases/zh/cosign';

export const cosign = table;
