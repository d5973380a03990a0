// Texts for the second storekeeper, in English.
import { cosign as table } from '@kuwei/contract/phrases/en/cosign';

export const cosign = table;
