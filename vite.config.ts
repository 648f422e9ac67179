import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const projectPath = (below: string) => fileURLToPath(new URL(below, import.meta.url));

/** The oldest Chromium that shows the window. */
const CHROME_VERSION = 142;

/** What workers do, `electron/workers/<name>-task.ts`. */
const TASKS = ['platform', 'export', 'backup', 'migration', 'demo', 'verification', 'generation'];

/** V8 keeps the text of each script as long as it runs. Names stay as they are for the traces of errors in the log. */
const SHORT_TEXT = {
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

/** And at two bytes a character where a single one is not Latin. */
const asciiScripts: Plugin = {
  name: 'ascii-scripts',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asAscii(file.code);
  },
};

/** In texts, templates and patterns an escape means the same as the character. */
function asAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const EMPTY_ELECTRON = '\0empty-electron';

/**
 * Gives `electron-store` a module `electron` with nothing in it. With the real one its constructor opens the channel
 * `electron-store-get-data`, which no option turns off.
 */
export const emptyElectronForStore: Plugin = {
  name: 'empty-electron-for-store',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'electron' && /[\\/]node_modules[\\/]electron-store[\\/]/.test(importer ?? '') ? EMPTY_ELECTRON : null,
  load: (id) => (id === EMPTY_ELECTRON ? 'export default {};' : null),
};

/**
 * The page loads parts of its code late. Another program that has the port by then answers with its own, so the page names
 * the digest of every script. There is no such list for style sheets: `cssCodeSplit` is off, and all of them load first.
 */
const scriptDigests: Plugin = {
  name: 'script-digests',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const digests = scripts.map(async ({ fileName }) => {
      const digest = createHash('sha384').update(await readFile(join(dir, fileName)));
      return [`/${fileName}`, `sha384-${digest.digest('base64')}`];
    });
    const integrity = Object.fromEntries(await Promise.all(digests));
    const index = join(dir, 'index.html');
    const page = await readFile(index, 'utf8');
    const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
    // A browser takes the list before the first script only. What it fetches ahead has to name the same digest.
    const withDigests = page.replace(
      /(?:src|href)="(\/[^"]+\.js)"/g,
      (tag, path) => `${tag} integrity="${integrity[path]}"`,
    );
    await writeFile(index, withDigests.replace('<script type="module"', `${map}\n    <script type="module"`));
  },
};

/** Piscina starts its workers from a script beside its own. In the build that script is in a folder of its own. */
const piscinaWorker: Plugin = {
  name: 'piscina-worker',
  transform(code, id) {
    if (!/[\\/]piscina[\\/]dist[\\/]index\.js$/.test(id)) return null;
    const ownPath = "(__dirname, 'worker.js')";
    if (!code.includes(ownPath)) this.error('Piscina names its worker in another way.');
    return code.replace(ownPath, "(__dirname, '../workers/worker.cjs')");
  },
};

/** Programs for Node or Electron's main process: ES modules with their dependencies bundled. */
function nodePrograms(entries: readonly string[], outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // Packages that are CommonJS ask for their folder, which an ES module knows under another name.
    define: { __dirname: 'import.meta.dirname' },
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: projectPath(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: entries.map(projectPath),
        output: { ...SHORT_TEXT, format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
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
      target: `chrome${CHROME_VERSION}`,
      minify: false,
      rolldownOptions: {
        input: projectPath(entry),
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

/**
 * What a worker runs is CommonJS: Electron is tested to start threads from such scripts in its archive alone. Each is one file.
 */
function workerScript(entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    define: { 'import.meta.dirname': '__dirname' },
    // Piscina loads it for priorities only, which are not used.
    resolve: { noExternal: true, external: ['@napi-rs/nice'] },
    build: {
      outDir: projectPath(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: projectPath(entry),
        output: { ...SHORT_TEXT, format: 'cjs', strict: true, entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

/** A page that the service itself serves: one script and one sheet, under fixed names, beside the public files. */
function servedPage(name: string, entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: projectPath(outDir),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      target: `chrome${CHROME_VERSION}`,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: { [name]: projectPath(entry) },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  };
}

export default defineConfig({
  root: projectPath('renderer'),
  cacheDir: projectPath('node_modules/.vite'),
  // The colours of the theme are `light-dark()`, which Lightning CSS would otherwise rewrite for older browsers.
  css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: CHROME_VERSION << 16 } } },
  plugins: [emptyElectronForStore, react(), asciiScripts, scriptDigests, piscinaWorker],
  builder: {},
  environments: {
    /** The renderer: Vite knows it by the name `client`. */
    client: {
      build: {
        outDir: projectPath('dist/renderer'),
        emptyOutDir: true,
        // The content security policy takes neither data: fonts nor inline scripts.
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
        target: `chrome${CHROME_VERSION}`,
      },
    },
    main: nodePrograms(['electron/main.ts'], 'dist/main'),
    preload: preloadScript('electron/preload.ts', 'dist/preload'),
    host: nodePrograms(
      [
        'electron/serve.ts',
        'electron/cli/keys.ts',
        'electron/cli/accounts.ts',
        'electron/cli/copies.ts',
        'electron/cli/export.ts',
        'electron/cli/verify.ts',
        'electron/cli/move.ts',
        'electron/cli/generate.ts',
        'electron/cli/mcp.ts',
      ],
      'dist/host',
    ),
    piscinaWorker: workerScript('node_modules/piscina/dist/worker.js', 'dist/workers'),
    ...Object.fromEntries(
      TASKS.map((name) => [`${name}Task`, workerScript(`electron/workers/${name}-task.ts`, `dist/tasks/${name}`)]),
    ),
    docs: servedPage('docs', 'renderer/api-docs/main.ts', 'dist/docs'),
  },
});
