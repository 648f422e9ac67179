import './launching/refuse-old-node.mjs';
import { installDependencies } from './launching/install-dependencies.mjs';
import { nodeOfProject, projectPath } from './launching/project-paths.mjs';
import { runEntry } from './launching/run-entry.mjs';

const runner = projectPath('scripts', 'testing', 'run-tests.ts');

await runEntry(
  async (processes) => {
    await installDependencies(processes);
    return processes.run(nodeOfProject(), [runner, ...process.argv.slice(2)], { stdio: 'inherit' });
  },
  { statusWhenStopped: 130 },
);
