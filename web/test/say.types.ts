// [F-3C7] Type tests of composed keys, checked by `tsc -p web`: a missing error is an error.
import { say, sayAny } from '../src/phrase/phrases.ts';

type State = 'ACTIVE' | 'DISABLED' | 'DRAFT';

export const known = (state: State, code: string, key: string): string[] => [
  say('form.edit'),
  say(`wms.product.state.${state}`),
  say(`error.${code}`),
  sayAny(key),
];

export const unknown = (state: State | null, code: string, key: string): string[] => [
  // @ts-expect-error no such text
  say('common.yes'),
  // @ts-expect-error none for null
  say(`wms.product.state.${state}`),
  // @ts-expect-error any text
  say(key),
  // @ts-expect-error none begins so
  say(`no.such.${code}`),
];
