// What the screens of approval say, in Chinese.
import { bpm } from '@kuwei/contract/phrases/zh/bpm';

export const approval = bpm;
