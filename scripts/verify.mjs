import './launching/refuse-old-node.mjs';
import { buildProduct } from './launching/build-product.mjs';
import { installDependencies } from './launching/install-dependencies.mjs';
import { nodeOfProject, projectPath } from './launching/project-paths.mjs';
import { runEntry } from './launching/run-entry.mjs';

const command = projectPath('dist', 'host', 'verify.js');

await runEntry(
  async (processes) => {
    await installDependencies(processes);
    await buildProduct(processes);
    return processes.run(nodeOfProject(), [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  },
  { statusWhenStopped: 1 },
);
