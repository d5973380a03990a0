// Chinese texts of permits.
import { permit as table } from '@kuwei/contract/phrases/zh/permit';

export const permit = table;
