import { useDic } from '../session/version.ts';
import { labelIn } from './options.ts';

/** Name of an entry of a dictionary, in the language on screen; a code that it does not know stays as it is. */
export function DicName({ dic, code }: { dic: string; code: string }) {
  return labelIn(useDic(dic), code);
}
