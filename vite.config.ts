import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';

const projectPath = (below: string) => fileURLToPath(new URL(below, import.meta.url));

/** A program for Node or Electron's main process: one ES module with its dependencies bundled. */
function nodeProgram(entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: projectPath(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: projectPath(entry),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}

/** The preload of a sandboxed window must be one CommonJS file that requires nothing but `electron`. */
function preloadScript(entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: projectPath(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'chrome142',
      minify: false,
      rolldownOptions: {
        input: projectPath(entry),
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

export default defineConfig({
  root: projectPath('renderer'),
  cacheDir: projectPath('node_modules/.vite'),
  css: { postcss: projectPath('postcss.config.cjs') },
  plugins: [react()],
  builder: {},
  environments: {
    /** The renderer: Vite knows it by the name `client`. */
    client: {
      build: {
        outDir: projectPath('dist/renderer'),
        emptyOutDir: true,
        // The content security policy takes neither data: fonts nor inline scripts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
        target: 'chrome142',
      },
    },
    main: nodeProgram('electron/main.ts', 'dist/main'),
    preload: preloadScript('electron/preload.ts', 'dist/preload'),
    host: nodeProgram('electron/serve.ts', 'dist/host'),
  },
});
