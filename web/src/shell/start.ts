// Start-up: texts, public data, the user, and all watchers.
import { socket } from '../api/live.ts';
import { watchOrg } from '../api/org.ts';
import { history, fullPath } from '../browser/history.ts';
import { useServer } from '../browser/server-up.ts';
import { forgetScheme } from '../browser/scheme.ts';
import { safeReturnUrl } from '../navigation/return-url.ts';
import { watchLeaving } from '../page/leave.ts';
import { followAddress, startFollowing, useNav } from '../page/nav.ts';
import { watchUnsaved } from '../page/other-windows.ts';
import { forgetPages, restorePages } from '../page/pages.ts';
import { titleText, useTitles } from '../page/titles.ts';
import { locale, loadPhrases, onLocale, setDocumentLanguage, useLocaleState } from '../phrase/phrases.ts';
import { COUNT_SCREEN } from '../session/count-places.ts';
import { watchLanguage } from '../session/language.ts';
import { prefetchSession, onUserReturned, onUserCleared, watchSession } from '../session/sign.ts';
import { watchUnread } from '../session/unread.ts';
import { loadVersion, siteTitle, useVersion } from '../session/version.ts';
import { fetchAhead } from './fetch-ahead.ts';

let isUserWatched = false;
let isWatching = false;

/** @throws if texts or the version call fail */
export async function start(): Promise<void> {
  setDocumentLanguage(locale());
  const code = fetchAhead();
  if (!isUserWatched) watchUser();
  const texts = loadPhrases(locale(), 'first');
  prefetchSession(Promise.all([texts, code]));
  await Promise.all([texts, loadVersion()]);
  if (!isWatching) watch();
  await Promise.all([startFollowing(), code]);
}

function watch(): void {
  isWatching = true;
  watchTitle();
  watchLeaving();
  watchUnsaved();
  watchOrg();
  watchUnread();
  // The message of an error page is in the previous language.
  onLocale(() => useNav.getState().shown.kind === 'error' && void followAddress());
  socket.start();
}

/** Started before the first call, which may find that the session has ended. */
function watchUser(): void {
  isUserWatched = true;
  watchLanguage();
  onUserCleared(forgetPages);
  onUserReturned(restorePages);
  onUserCleared(forgetScheme);
  watchSession({
    onSignedOut: (stays) => {
      // Without a connection the sign-in is unreachable, and the user can go on counting.
      if (stays && useServer.getState().away && history.place.pathname === COUNT_SCREEN) return location.reload();
      history.replace(stays ? fullPath(history.place) : '/');
    },
    onSignedInElsewhere: () => {
      window.history.replaceState(null, '', addressAfterSignIn());
      location.reload();
    },
  });
}

/** Another window signed in: go where this window's own sign-in would have led. */
function addressAfterSignIn(): string {
  const { shown } = useNav.getState();
  const isSignIn = shown.kind === 'page' && shown.match.screen === 'common/login';
  return isSignIn ? safeReturnUrl(new URLSearchParams(shown.place.search).get('return_url')) : fullPath(history.place);
}

/** Sets the document title: the page or record in front, then the installation, for windows, history and screen readers. */
function watchTitle(): void {
  const set = (): void => {
    const { shown } = useNav.getState();
    const site = siteTitle();
    const page = shown.kind === 'page' ? titleText(useTitles.getState().titles[shown.key]) : undefined;
    document.title = page === undefined ? site : `${page} · ${site}`;
  };
  useVersion.subscribe(set);
  useNav.subscribe(set);
  useTitles.subscribe(set);
  useLocaleState.subscribe(set);
  set();
}
