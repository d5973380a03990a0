// [F-3C7] Wrong composed phrase keys must not compile. Checked by `tsc -p server`: an unused @ts-expect-error is an error.
import { say, phraseOrKey } from '../src/phrase.ts';

type State = 'ACTIVE' | 'DISABLED' | 'DRAFT';

export const known = (state: State, code: string, key: string): string[] => [
  say('zh', 'form.edit'),
  say('zh', `wms.product.state.${state}`),
  say('zh', `error.${code}`),
  phraseOrKey('zh', key),
];

export const unknown = (state: State | null, code: string, key: string): string[] => [
  // @ts-expect-error no such text
  say('zh', 'common.yes'),
  // @ts-expect-error none for null
  say('zh', `wms.product.state.${state}`),
  // @ts-expect-error any text
  say('zh', key),
  // @ts-expect-error none begins so
  say('zh', `no.such.${code}`),
];
