import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './vite/antd-styles.ts';
import { compress } from './vite/compress.ts';
import { preload } from './vite/preload.ts';

/** Where `npm run dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

export default defineConfig({
  plugins: [react(), antdStyles(), preload(), compress()],
  build: {
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    proxy: { '/api': SERVER, '/ws': { target: SERVER.replace('http', 'ws'), ws: true } },
  },
});
