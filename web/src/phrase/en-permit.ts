// English texts of permits.
import { permit as table } from '@kuwei/contract/phrases/en/permit';

export const permit = table;
