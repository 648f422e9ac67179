import { existsSync } from 'node:fs';
import { nodeOfProject } from './node-runtime.mjs';
import { projectPath } from './project-paths.mjs';
import { createStampFile, digestFiles } from './stamps.mjs';

const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'scripts/build.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const stamp = createStampFile(projectPath('dist', '.built'));

/** Whether dist/ was built from the sources as they are. */
export function isProductBuilt() {
  return existsSync(projectPath('dist', 'host', 'serve.js')) && stamp.isFor(digestFiles(SOURCES));
}

/**
 * Builds dist/ when a source changed since the last build. Says nothing when there is nothing to do.
 *
 * @param {import('./processes.mjs').ProcessTree} processes
 */
export async function buildProduct(processes) {
  if (isProductBuilt()) return;
  const digest = digestFiles(SOURCES);

  process.stderr.write('Building Tilldesk ...\n');
  stamp.remove();
  const status = await processes.run(nodeOfProject(), [projectPath('scripts', 'build.ts')], {
    cwd: projectPath(),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`The build failed (status ${status}): see the messages above.`);
  stamp.write(digest);
}
