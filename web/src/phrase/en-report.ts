// What the pages say on which reports are written, in English.
import { report as said } from '@kuwei/contract/phrases/en/report';

export const report = { ...said };
