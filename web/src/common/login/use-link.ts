import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';

/** The secret of the link that somebody came by: behind `#`, so that it goes to no server and into none of its logs. */
export const useLinkToken = (): string => usePage().address.split('#')[1] ?? '';

/** Used up, it has no place in the address any more. */
export const forgetToken = (): void => window.history.replaceState(window.history.state, '', history.place.pathname);
