import { lstatSync } from 'node:fs';
import { borrowNode } from './borrow-node.mjs';
import { digestFiles } from './digest-files.mjs';
import { projectPath } from './project-paths.mjs';
import { runNpm } from './run-npm.mjs';
import { createStampFile } from './stamp-file.mjs';

// Without --include=dev, NODE_ENV=production would leave out the tools that build the product.
const CLEAN_INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs `npm ci` when node_modules is missing or the lock file changed. Says nothing when there is nothing to do.
 *
 * @param {import('./process-tree.mjs').ProcessTree} processes
 */
export async function installDependencies(processes) {
  const stamp = createStampFile(projectPath('node_modules', '.installed'));
  const digest = `${process.platform}-${process.arch} ${digestFiles(['package-lock.json'])}`;
  if (stamp.isFor(digest)) return;
  // `npm ci` would empty the folder that the link leads to, which is somebody else's.
  if (lstatSync(projectPath('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to packages of another version: remove the link.');
  }

  process.stderr.write('Installing the packages; once, about a minute ...\n');
  stamp.remove();
  const status = await borrowNode(processes, (node) =>
    runNpm(processes, { node, folder: projectPath(), args: CLEAN_INSTALL }),
  );
  if (status !== 0) {
    throw new Error(
      `npm ci failed (status ${status}): see its message above, and check the connection to the npm registry.`,
    );
  }
  stamp.write(digest);
}
