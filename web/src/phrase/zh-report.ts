// Chinese texts of the report editor.
import { report as said } from '@kuwei/contract/phrases/zh/report';

export const report = { ...said };
