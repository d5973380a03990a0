/**
 * Where to go after signing in or choosing a group: a path of this site, else the start page. Rejects everything that could lead
 * elsewhere (`//host`, a backslash, another scheme, control characters).
 */
export function safeReturnUrl(wanted: string | null): string {
  if (wanted === null || !OWN.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return '/';
  const url = new URL(wanted, window.location.origin);
  // `/.//host` resolves to `//host`.
  if (url.origin !== window.location.origin || !OWN.test(url.pathname) || isSignIn(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

const OWN = /^\/(?![/\\])/;

/** True for undecodable paths too: no page has such a path. */
function isSignIn(path: string): boolean {
  try {
    return /^\/[^/]+\/common\/login(\/|$)/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** Adds `return_url`, the address that the user wanted. */
export function withReturnUrl(address: string, wanted: string): string {
  const [path = '', hash = ''] = address.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}return_url=${encodeURIComponent(wanted)}${hash && `#${hash}`}`;
}
