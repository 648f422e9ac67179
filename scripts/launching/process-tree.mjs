import { spawn } from 'node:child_process';

/** @typedef {ReturnType<typeof createProcessTree>} ProcessTree */

/**
 * Runs children one after another and hands a request to stop on to the one that runs, once: Ctrl-C reaches
 * the whole process group by itself, and a program may take a further signal for impatience.
 */
export function createProcessTree() {
  /** @type {import('node:child_process').ChildProcess | null} */
  let current = null;
  let stopRequested = false;

  const requestStop = () => {
    if (stopRequested) return;
    stopRequested = true;
    // On Windows the console has told the child already, and kill() would cut its closing short.
    if (current !== null && process.platform !== 'win32') current.kill('SIGTERM');
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
     * @param {string[]} args
     * @param {import('node:child_process').SpawnOptions} options
     * @returns {Promise<number | null>}
     */
    run(command, args, options) {
      if (stopRequested) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const child = spawn(command, args, options);
        current = child;
        child.once('error', reject);
        child.once('exit', (status) => {
          current = null;
          resolve(status);
        });
      });
    },
  };
}
