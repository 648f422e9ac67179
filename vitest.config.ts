import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SUITES } from './scripts/testing/suites.ts';
import { SKIPPED_FILES } from './test/support/test-size.ts';
import { emptyElectronForStore } from './vite.config.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    'Vitest needs the Node 24 of this project: run `npm test -- <files>`, or `npm run vitest` to watch.\n',
  );
  process.exit(1);
}

const projectPath = (below: string) => fileURLToPath(new URL(below, import.meta.url));

/** Hooks make whole shops, which beside the other suites takes several times as long as alone. */
const HOOK_TIMEOUT_MS = 120_000;
/** By default a second, in which a busy machine starts no thread. */
const POLL_TIMEOUT_MS = 10_000;

const DESKTOP_TESTS = 'test/unit/hosts/desktop/**/*.test.ts';

/** Electron's module throws where no binary is installed: its folder is tested on a typed stand-in. */
const standIn: Plugin = {
  name: 'electron-stand-in',
  enforce: 'pre',
  resolveId: (source) => (source === 'electron' ? projectPath('test/support/electron-stand-in.ts') : null),
};

const desktop: TestProjectInlineConfiguration = {
  plugins: [emptyElectronForStore, standIn],
  test: {
    name: 'desktop',
    server: { deps: { inline: ['electron-store'] } },
    include: [DESKTOP_TESTS],
    exclude: [...SKIPPED_FILES],
    environment: 'node',
  },
};

/** What the window remembers besides its page must not outlive a test. */
const STORES_WITH_RESETS = {
  find: /^zustand$/,
  replacement: projectPath('test/renderer/support/zustand-with-resets.ts'),
};

const suites = SUITES.map(
  ({ name, environment, timeoutMs }): TestProjectInlineConfiguration => ({
    resolve: { alias: environment === 'jsdom' ? [STORES_WITH_RESETS] : [] },
    css: { transformer: 'lightningcss' },
    test: {
      name,
      environment,
      // Without mocked modules a worker can take file after file, in half the time.
      isolate: false,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      setupFiles: environment === 'jsdom' ? projectPath('test/renderer/support/each-test.ts') : [],
      exclude: [DESKTOP_TESTS, ...SKIPPED_FILES],
      testTimeout: timeoutMs,
      hookTimeout: HOOK_TIMEOUT_MS,
      expect: { poll: { timeout: POLL_TIMEOUT_MS } },
    },
  }),
);

export default defineConfig({
  test: {
    projects: [...suites, desktop],
    globalSetup: projectPath('test/support/filled-stores-folder.ts'),
    slowTestThreshold: 2_000,
    // By default Vitest leaves one to itself, which with two cores is half of them.
    maxWorkers: availableParallelism(),
  },
});
