// English texts of the workflow designer.
import { design as texts } from '@kuwei/contract/phrases/en/design';

export const design = texts;
