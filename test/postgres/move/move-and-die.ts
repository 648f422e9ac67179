import { moveStore } from '../../../electron/store/move/move-store.ts';

/**
 * Moves the store in a file to a database, and is killed as by a power cut after so many steps: batches of rows, and
 * indexes. Where that is 0 it goes on to the end and prints how many there were.
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
