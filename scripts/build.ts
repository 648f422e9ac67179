import { createBuilder } from 'vite';
import { projectPath } from './launching/project-paths.mjs';

/*
 * Builds dist/; `--report` prints the size of each file. The command of Vite is not used: it turns on Node's compile cache, see
 * `PRIVATE_CACHES` in launching/node-runtime.mjs.
 */
const builder = await createBuilder({
  configFile: projectPath('vite.config.ts'),
  logLevel: process.argv.includes('--report') ? 'info' : 'warn',
});
await builder.buildApp();
