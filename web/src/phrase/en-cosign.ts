// English texts of the second storekeeper.
import { cosign as table } from '@kuwei/contract/phrases/en/cosign';

export const cosign = table;
