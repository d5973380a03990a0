// What the screens of workflows say, in English.
import { design as texts } from '@kuwei/contract/phrases/en/design';

export const design = texts;
