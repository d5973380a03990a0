/** Whether ⌘ takes the role of Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
