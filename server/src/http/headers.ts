// What stands on every answer, also on those that are given before there is a request.

const POLICY = [
  "default-src 'self'",
  // The reader of codes is WebAssembly (decision 159); it runs no text as a script.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/**
 * @param tls whether a proxy in front of us speaks TLS for us
 * @param subdomains whether all names below ours do so, too
 */
export const securityHeaders = (tls: boolean, subdomains: boolean): Record<string, string> => ({
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Labels are scanned with the camera; nothing else of the device is asked for.
  'permissions-policy': 'camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  ...(tls && { 'strict-transport-security': `max-age=31536000${subdomains ? '; includeSubDomains' : ''}` }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // What may be kept says so itself.
  'cache-control': 'no-store',
});
