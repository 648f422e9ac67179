import { basename, delimiter, dirname } from 'node:path';

/**
 * Runs npm on a given Node and answers its exit status.
 *
 * @param {import('./process-tree.mjs').ProcessTree} processes
 * @param {{ node: string, folder: string, args: string[] }} call
 */
export function runNpm(processes, { node, folder, args }) {
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: environmentWith(node) };
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js') return processes.run(node, [npm, ...args], options);
  return processes.run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** @param {string} node */
function environmentWith(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  return { ...process.env, [name]: `${dirname(node)}${delimiter}${process.env[name]}` };
}
