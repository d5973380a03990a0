// Chinese texts of the report editor.
import { report as table } from '@kuwei/contract/phrases/zh/report';

export const report = { ...table };
