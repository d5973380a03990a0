import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './vite/antd-styles.ts';
import { chunks } from './vite/chunks.ts';
import { compress } from './vite/compress.ts';
import { countWorker } from './vite/count-worker.ts';
import { guide } from './vite/guide.ts';
import { preload } from './vite/preload.ts';
import { withoutSummaries } from './vite/without-summaries.ts';

/** Where `npm run dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

export default defineConfig({
  plugins: [withoutSummaries(), react(), antdStyles(), preload(), guide(), compress(), countWorker()],
  build: {
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // They say nothing of themselves: without this the frame, which asks for one context, carries the whole of forms.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunks() } },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/ws': { target: SERVER.replace('http', 'ws'), ws: true } },
  },
});
