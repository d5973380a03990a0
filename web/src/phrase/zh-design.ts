// What the screens of workflows say, in Chinese.
import { design as texts } from '@kuwei/contract/phrases/zh/design';

export const design = texts;
