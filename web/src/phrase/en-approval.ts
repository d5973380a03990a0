// What the screens of approval say, in English.
import { bpm } from '@kuwei/contract/phrases/en/bpm';

export const approval = bpm;
