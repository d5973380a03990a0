// What the pages say on which reports are written, in Chinese.
import { report as said } from '@kuwei/contract/phrases/zh/report';

export const report = { ...said };
