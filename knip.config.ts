import type { KnipConfig } from 'knip';

/**
 * `npm run check` looks for dead code twice. For the first look tests and scripts are users like all others. For the
 * second, `--production`, only what ends in `!` counts: what tests alone use is dead there. That a file exports for a
 * test what it uses itself is no dead code.
 */
export default ({ production: isProduction = false }: { readonly production?: boolean }): KnipConfig => ({
  entry: [
    'electron/{main,serve,preload}.ts!',
    'electron/cli/{keys,accounts,export,copies,verify,move,generate,mcp}.ts!',
    'electron/workers/*-task.ts!',
    'test/**/*-task.ts',
    'renderer/api-docs/main.ts!',
    // The commands of package.json, of which the second look takes only some for its own.
    ...(isProduction ? ['scripts/launch.mjs!'] : []),
    'scripts/testing/{run-tests,reporter}.ts!',
    'scripts/{build,releasing/make-installers,releasing/make-icons}.ts!',
    'test/abuse/io-faults/fault-program.ts',
    'test/abuse/migrations/migrating-program.ts',
    'test/abuse/kill-loop/program/victim.ts',
    'test/bench/bench.ts',
    'test/bench/{copy-storekeeper-account,first-run}.ts',
    'test/bench/context/{reference-server,empty-fastify,selling-shop}.ts',
    'test/bench/peers/{bare-server.ts,loopback-only.mjs}',
    'test/e2e/support/packed/run-packed.ts',
    'test/exactness/prove-exactness.ts',
    'test/mutation/vitest.config.ts',
    'test/postgres/vitest.config.ts',
    'test/postgres/cluster/{global-setup,use-cluster,keep-cluster}.ts',
    'test/renderer/support/zustand-with-resets.ts',
    'test/support/electron-stand-in.ts',
    'test/support/storekeeper/demo-storekeeper.ts',
    'test/visual/take-screenshots.ts',
    'test/webhook-receiver/receiver.ts',
  ],
  project: [
    '{electron,renderer,shared,scripts}/**/*.{ts,tsx,mjs}!',
    'test/**/*.{ts,tsx,mjs}',
    '*.config.ts',
    '!test/public-tools/**',
  ],
  // The first is a dependency of the client package. The second is used by vite.config.ts, which the second look leaves out.
  ignoreDependencies: ['openapi-fetch', ...(isProduction ? ['@vitejs/plugin-react'] : [])],
  ignoreBinaries: ['apt-get', 'cc', 'du', 'mkfifo', 'pgrep', 'unshare'],
  ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
});
