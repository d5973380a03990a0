import { KEYS, local } from './storage.ts';
import { uuid } from './uuid.ts';

let own: string | undefined;

/** The id of this browser, created once and kept across sign-outs. */
export function deviceId(): string {
  const kept = local.get(KEYS.device);
  if (typeof kept === 'string' && kept !== '') return kept;
  own ??= uuid();
  local.set(KEYS.device, own);
  return own;
}
