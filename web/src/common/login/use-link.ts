import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';

/** Token of the link, from the fragment, which is never sent to a server or logged. */
export const useLinkToken = (): string => usePage().address.split('#')[1] ?? '';

/** A used token is removed from the address. */
export const forgetToken = (): void => window.history.replaceState(window.history.state, '', history.place.pathname);
