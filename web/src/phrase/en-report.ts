// English texts of the report editor.
import { report as table } from '@kuwei/contract/phrases/en/report';

export const report = { ...table };
