import './launching/refuse-old-node.mjs';
import { buildProduct } from './launching/build-product.mjs';
import { installDependencies } from './launching/install-dependencies.mjs';
import { runEntry } from './launching/run-entry.mjs';

await runEntry(
  async (processes) => {
    await installDependencies(processes);
    await buildProduct(processes);
    return 0;
  },
  { statusWhenStopped: 130 },
);
