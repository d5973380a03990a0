// Chinese texts of approval screens.
import { bpm } from '@kuwei/contract/phrases/zh/bpm';

export const approval = bpm;
