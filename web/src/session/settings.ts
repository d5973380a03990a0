// Small settings of a user, such as the columns of a list. Stored in the account, so that they are the same in every browser, and loaded
// before the first page renders.
import { userRoutes } from '@kuwei/contract/auth/user';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { isOwnAccount } from './user.ts';

export const useSettings = create<{ values: Readonly<Record<string, unknown>> }>(() => ({ values: {} }));

/** Dragging a column changes its width many times: only the final value is sent. */
const SETTLE_MS = 300;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Replaces the settings by those of the account, and discards pending ones of the previous user. */
export function setSettings(values: Readonly<Record<string, unknown>>): void {
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
  useSettings.setState({ values });
}

/**
 * Changes a setting locally at once, and in the account after a debounce. A setting that the account refuses, or that is changed while
 * impersonating, lasts for this window only.
 * @param settles false for a single choice rather than dragging: sent immediately
 */
export function saveSetting(key: string, value: NonNullable<unknown>, settles = true): void {
  useSettings.setState(({ values }) => ({ values: { ...values, [key]: value } }));
  clearTimeout(waiting.get(key));
  waiting.set(
    key,
    setTimeout(() => send(key), SETTLE_MS),
  );
  if (!settles) send(key);
}

function send(key: string): void {
  if (!waiting.has(key)) return;
  clearTimeout(waiting.get(key));
  waiting.delete(key);
  if (!isOwnAccount()) return;
  const value = useSettings.getState().values[key] as never;
  call(userRoutes.saveSetting, { params: { key }, body: { value } }, { org: false }).catch(() => {});
}

// A window that is closed or hidden sends pending settings.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const key of waiting.keys()) send(key);
});
