import { createProcessTree } from './process-tree.mjs';

/**
 * Runs the main function of a script with a process tree. Its answer is the exit status, null for a child
 * that a signal ended; its failure is one sentence on standard error and status 1.
 *
 * @param {(processes: import('./process-tree.mjs').ProcessTree) => Promise<number | null>} main
 * @param {{ statusWhenStopped: number }} options
 */
export async function runEntry(main, { statusWhenStopped }) {
  const processes = createProcessTree();
  const statusOfBreak = () => (processes.stopRequested ? statusWhenStopped : 1);
  try {
    const status = await main(processes);
    process.exitCode = status === null ? statusOfBreak() : status;
  } catch (error) {
    if (!processes.stopRequested) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = statusOfBreak();
  }
}
