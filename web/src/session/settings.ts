// Small things a person has arranged for themselves, such as the columns of a list. They live at the account, so that
// they are the same in every browser, and are here before the first page is drawn.
import { userRoutes } from '@kuwei/contract/auth/user';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { isOwnAccount } from './user.ts';

export const useSettings = create<{ values: Readonly<Record<string, unknown>> }>(() => ({ values: {} }));

/** Somebody dragging a column changes its width many times: only what it comes to is worth sending. */
const SETTLE_MS = 300;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Takes over what an account holds; what another person has not sent yet is forgotten. */
export function setSettings(values: Readonly<Record<string, unknown>>): void {
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
  useSettings.setState({ values });
}

/**
 * Changes a setting here at once, and at the account once it has settled. What the account refuses, and what
 * is arranged while acting as somebody else, holds for this window.
 * @param settles false for what is chosen once, not dragged: the account is told without waiting
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

// A window that is closed or put aside sends what has not settled yet.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const key of waiting.keys()) send(key);
});
