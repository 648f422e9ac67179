import { rmSync } from 'node:fs';
import { buildProduct } from './build-product.mjs';
import { COMPILED_CODE, NODE_ENVIRONMENT, nodeOfProject, PRIVATE_CACHES } from './node-runtime.mjs';
import { installPackages } from './packages.mjs';
import { createProcessTree } from './processes.mjs';
import { projectPath } from './project-paths.mjs';

/**
 * @typedef {object} Command
 * @property {string} [script] What is run, from the project's root; it gets the arguments of the command.
 * @property {boolean} [isPrepared] Whether the script builds what it needs itself.
 * @property {boolean} [needsTools] Whether it uses packages that the product is built and runs without.
 * @property {boolean} [isBuiltAgain] Whether dist/ is made from nothing, whatever lies there.
 * @property {number} [statusWhenStopped] Exit status when a signal ended it: by default that of a shell.
 */

/** @type {Readonly<Record<string, Command>>} */
const COMMANDS = {
  start: { script: 'dist/host/serve.js', statusWhenStopped: 0 },
  keys: { script: 'dist/host/keys.js', statusWhenStopped: 1 },
  mcp: { script: 'dist/host/mcp.js', statusWhenStopped: 0 },
  accounts: { script: 'dist/host/accounts.js', statusWhenStopped: 1 },
  copies: { script: 'dist/host/copies.js', statusWhenStopped: 1 },
  export: { script: 'dist/host/export.js' },
  'demo:generate': { script: 'dist/host/generate.js', statusWhenStopped: 1 },
  'demo:storekeeper': {
    script: 'test/support/storekeeper/demo-storekeeper.ts',
    isPrepared: true,
    statusWhenStopped: 0,
  },
  'store:verify': { script: 'dist/host/verify.js', statusWhenStopped: 1 },
  'store:move': { script: 'dist/host/move.js', statusWhenStopped: 1 },
  build: {},
  'build:report': { script: 'scripts/build.ts', isPrepared: true },
  playwright: { script: 'node_modules/@playwright/test/cli.js', isPrepared: true, needsTools: true },
  test: { script: 'scripts/testing/run-tests.ts', isPrepared: true, needsTools: true },
  bench: { script: 'test/bench/bench.ts', needsTools: true },
  icons: { script: 'scripts/releasing/make-icons.ts', isPrepared: true, needsTools: true },
  screenshots: { script: 'test/visual/take-screenshots.ts', needsTools: true },
  dist: { script: 'scripts/releasing/make-installers.ts', isBuiltAgain: true, needsTools: true },
};

/**
 * Installs the packages, builds what changed and runs a command. Sets the exit status; a failure is one sentence on
 * standard error and status 1.
 *
 * @param {string} name
 * @param {readonly string[]} args
 */
export async function runCommand(name, args) {
  Object.assign(process.env, PRIVATE_CACHES);
  const processes = createProcessTree();
  const { script, isPrepared, isBuiltAgain, needsTools = false, statusWhenStopped = 130 } = COMMANDS[name] ?? {};
  const statusOfBreak = () => (processes.stopRequested ? statusWhenStopped : 1);
  try {
    if (COMMANDS[name] === undefined) throw new Error(`There is no command ${name}.`);
    await installPackages(processes, { needsTools });
    if (isBuiltAgain) rmSync(projectPath('dist'), { recursive: true, force: true });
    if (!isPrepared) await buildProduct(processes);
    const status = script === undefined ? 0 : await runScript(processes, script, args);
    process.exitCode = status === null ? statusOfBreak() : status;
  } catch (error) {
    if (!processes.stopRequested) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = statusOfBreak();
  }
}

/**
 * @param {import('./processes.mjs').ProcessTree} processes
 * @param {string} script
 * @param {readonly string[]} args
 */
function runScript(processes, script, args) {
  const program = projectPath(...script.split('/'));
  const env = { ...NODE_ENVIRONMENT, ...process.env, ...COMPILED_CODE };
  return processes.run(nodeOfProject(), [program, ...args], { stdio: 'inherit', env });
}
