import { buildProduct } from './build-product.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { nodeOfProject, projectPath } from './project-paths.mjs';
import { runEntry } from './run-entry.mjs';

/**
 * Installs, builds what changed, and runs a script of the project with the arguments of this command.
 *
 * @param {readonly string[]} script its path from the project's folder
 * @param {{ statusWhenStopped: number }} options
 */
export async function runProgram(script, options) {
  await runEntry(async (processes) => {
    await installDependencies(processes);
    await buildProduct(processes);
    const program = projectPath(...script);
    return processes.run(nodeOfProject(), [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  }, options);
}
