import type { Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),/g;

/** Leaves out of the declarations of calls what the API's documentation alone says: the server reads it, the console never. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /contract[\\/]src[\\/].*\.ts$/ },
    handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
  },
});
