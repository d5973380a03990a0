/**
 * Where to go after signing in or choosing a group: a path of this very site, else the start page. Whatever could lead
 * elsewhere (`//host`, a backslash, another scheme, control characters) does not.
 */
export function safeReturnUrl(wanted: string | null): string {
  if (wanted === null || !OWN.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return '/';
  const url = new URL(wanted, window.location.origin);
  // Resolved, `/.//host` is `//host`.
  if (url.origin !== window.location.origin || !OWN.test(url.pathname) || isSignIn(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

const OWN = /^\/(?![/\\])/;

/** True for what cannot be decoded as well: no page has such a path. */
function isSignIn(path: string): boolean {
  try {
    return /^\/[^/]+\/common\/login(\/|$)/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** An address with `return_url` set to where the person wanted to go. */
export function withReturnUrl(address: string, wanted: string): string {
  const [path = '', hash = ''] = address.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}return_url=${encodeURIComponent(wanted)}${hash && `#${hash}`}`;
}
