import { useDic } from '../session/version.ts';
import { labelIn } from './options.ts';

/** Label of a dictionary entry in the current language; an unknown code is shown unchanged. */
export function DicName({ dic, code }: { dic: string; code: string }) {
  return labelIn(useDic(dic), code);
}
