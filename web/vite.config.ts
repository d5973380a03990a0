import react from '@vitejs/plugin-react';
import { build, defineConfig, type PluginOption, type Rolldown } from 'vite';
import { antdStyles } from './vite/antd-styles.ts';
import { groupsOf } from './vite/chunks.ts';
import { compress } from './vite/compress.ts';
import { countWorker } from './vite/count-worker.ts';
import { guide } from './vite/guide.ts';
import { preload } from './vite/preload.ts';
import { withoutSummaries } from './vite/without-summaries.ts';

/** Server address for `npm run dev`. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

/** Plugins that transform code; the others handle files. */
const transforms = (): PluginOption[] => [withoutSummaries(), react(), antdStyles()];

/** These packages do not declare it: without this the frame, which imports one context, would include all of the form kit. */
const treeshake: Rolldown.InputOptions['treeshake'] = {
  moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }],
};

/** Bundles once without writing, to analyse dependencies. */
async function findGroups(): Promise<Rolldown.CodeSplittingGroup[]> {
  let groups: Rolldown.CodeSplittingGroup[] = [];
  const look: PluginOption = {
    name: 'look',
    // Before chunks with only styles are removed.
    generateBundle: { order: 'pre', handler: (_, bundle) => void (groups = groupsOf(Object.values(bundle))) },
  };
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [...transforms(), look],
    build: {
      write: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: { treeshake, experimental: { chunkOptimization: false } },
    },
  });
  return groups;
}

export default defineConfig(async ({ command }) => ({
  plugins: [...transforms(), preload(), guide(), compress(), countWorker()],
  build: {
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      treeshake,
      output: command === 'build' ? { codeSplitting: { groups: await findGroups() } } : {},
    },
  },
  server: {
    proxy: { '/api': SERVER, '/ws': { target: SERVER.replace('http', 'ws'), ws: true } },
  },
}));
