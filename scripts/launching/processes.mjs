import { spawn } from 'node:child_process';

/** @typedef {ReturnType<typeof createProcessTree>} ProcessTree */

/**
 * Runs children and hands a request to stop on to those that run, once: Ctrl-C reaches the whole process group by itself,
 * and a second signal would end a program at once.
 */
export function createProcessTree() {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();
  let stopRequested = false;

  const requestStop = () => {
    if (stopRequested) return;
    stopRequested = true;
    // On Windows the console has signalled the child already, and kill() would interrupt its shutdown.
    if (process.platform !== 'win32') for (const child of running) child.kill('SIGTERM');
  };
  process.on('SIGINT', requestStop);
  process.on('SIGTERM', requestStop);

  return {
    get stopRequested() {
      return stopRequested;
    },

    /**
     * Answers the exit status of the child, null where a signal ended it. Starts nothing once asked to stop.
     *
     * @param {string} command
     * @param {readonly string[]} args
     * @param {import('node:child_process').SpawnOptions} options
     * @param {(output: string) => void} [onOutput] gets what the child wrote to its pipes, when it has ended
     * @returns {Promise<number | null>}
     */
    run(command, args, options, onOutput) {
      if (stopRequested) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const child = spawn(command, args, options);
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream?.setEncoding('utf8').on('data', (text) => {
            output += text;
          });
        }
        running.add(child);
        child.once('error', reject);
        child.once('close', (status) => {
          running.delete(child);
          if (onOutput) onOutput(output);
          resolve(status);
        });
      });
    },
  };
}
