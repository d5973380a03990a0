import type { Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),/g;

/** Removes texts that only the API documentation uses from route declarations: the server reads them, the console never does. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /contract[\\/]src[\\/].*\.ts$/ },
    handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
  },
});
