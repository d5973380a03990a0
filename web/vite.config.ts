import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './vite/antd-styles.ts';
import { compress } from './vite/compress.ts';
import { guide } from './vite/guide.ts';
import { preload } from './vite/preload.ts';
import { withoutSummaries } from './vite/without-summaries.ts';

/** Where `npm run dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

/** Icons of the bars and of the kit's dialogs and menus. */
const FRAME_ICONS =
  /icons(-svg)?\/es\/(icons|asn)\/(DownOutlined|LeftOutlined|CloseOutlined|SearchOutlined|InboxOutlined|ReloadOutlined|ExclamationCircleFilled)\.js/;

/** What every way in needs, with all it rests on: left to itself it falls into ever more pieces as pages come to share it. */
const CONSOLE = /web[\\/]src[\\/](navigation|session|page)[\\/](?!acting|keys|live-data|may-call|query|role-org|ways)/;

export default defineConfig({
  plugins: [withoutSummaries(), react(), antdStyles(), preload(), guide(), compress()],
  build: {
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    // Each chunk carries its own wrapping and is compressed alone: what the frame needs in any case comes as few.
    rolldownOptions: {
      // They say nothing of themselves: without this the frame, which asks for one context, carries the whole of forms.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame-icons', test: FRAME_ICONS },
            { name: 'console', test: CONSOLE },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/ws': { target: SERVER.replace('http', 'ws'), ws: true } },
  },
});
