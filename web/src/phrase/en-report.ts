// English texts of the report editor.
import { report as said } from '@kuwei/contract/phrases/en/report';

export const report = { ...said };
