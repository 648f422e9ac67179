import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Programs on this Node, none of which outlives this process, however that ends. */
export interface ChildProcesses {
  spawn(args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Asks a program to end and waits until it has. */
  stop(child: ChildProcess): Promise<void>;
}

export function createChildProcesses(): ChildProcesses {
  const running = new Set<ChildProcess>();
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });

  return {
    spawn(args, options) {
      const child = spawn(process.execPath, args, options);
      running.add(child);
      child.once('exit', () => running.delete(child));
      return child;
    },
    async stop(child) {
      if (!running.has(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
