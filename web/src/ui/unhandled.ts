// Shows unhandled errors.
import { messageOf } from '../navigation/status.ts';
import { noticeError } from './feedback.ts';

/** Not worth showing: an aborted request, a ResizeObserver loop. */
const isHarmless = (error: unknown): boolean =>
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError')) ||
  /ResizeObserver loop/.test(messageOf(error));

export function reportUnhandled(error: unknown): void {
  if (!isHarmless(error)) noticeError(messageOf(error));
}

/** @returns stops it */
export function watchUnhandled(): () => void {
  const thrown = (event: ErrorEvent): void => reportUnhandled(event.error ?? event.message);
  const rejected = (event: PromiseRejectionEvent): void => reportUnhandled(event.reason);
  window.addEventListener('error', thrown);
  window.addEventListener('unhandledrejection', rejected);
  return () => {
    window.removeEventListener('error', thrown);
    window.removeEventListener('unhandledrejection', rejected);
  };
}
