/** Where ⌘ does what Ctrl does elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
