// English texts of approval screens.
import { bpm } from '@kuwei/contract/phrases/en/bpm';

export const approval = bpm;
