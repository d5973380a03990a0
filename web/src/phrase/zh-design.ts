// Chinese texts of the workflow designer.
import { design as texts } from '@kuwei/contract/phrases/zh/design';

export const design = texts;
