import { moveStore } from '../../../electron/store/move/move-store.ts';

/**
 * Moves the store in a file to a database, and is killed after this many steps (batches of rows, and indexes), as by a
 * power cut. With 0 it continues to the end and prints the number of steps.
 */
const [file = '', url = '', diesAfter = '0'] = process.argv.slice(2);

let steps = 0;

await moveStore({
  ...{ file, url, serverKey: null, signal: new AbortController().signal },
  onProgress() {
    steps += 1;
    if (steps === Number(diesAfter)) process.kill(process.pid, 'SIGKILL');
  },
});

process.stdout.write(`${steps}\n`);
