// Headers of every response, including those sent before a request exists.

const POLICY = [
  "default-src 'self'",
  // The barcode reader is WebAssembly (decision 159), which cannot run text as a script.
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

/** @param tls whether a proxy in front of us terminates TLS @param subdomains whether all our subdomains use TLS, too */
export const securityHeaders = (tls: boolean, subdomains: boolean): Record<string, string> => ({
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // The camera scans labels; nothing else of the device is used.
  'permissions-policy': 'camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  ...(tls && { 'strict-transport-security': `max-age=31536000${subdomains ? '; includeSubDomains' : ''}` }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Cacheable responses override this.
  'cache-control': 'no-store',
});
