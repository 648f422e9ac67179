import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BroadcastChannel, isMainThread, Worker } from 'node:worker_threads';
import type { Strike } from './process-suite.ts';

/** Loaded before the program in each of its threads: brings about what the suite asks for, where it asks for it. */

const channel = new BroadcastChannel('strikes');
const lag = monitorEventLoopDelay({ resolution: 5 });

function strikeHere(how: 'throw' | 'reject' | 'exit'): void {
  if (how === 'exit') process.exit(7);
  else if (how === 'reject') void Promise.reject(new Error('struck by the suite'));
  else {
    setImmediate(() => {
      throw new Error('struck by the suite');
    });
  }
}

async function crashWindow(): Promise<void> {
  const { told } = await import('../../support/electron-stand-in.ts');
  for (const window of told.windows) {
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
}

async function obey(strike: Strike): Promise<void> {
  if (strike.where === 'threads') channel.postMessage(strike.how);
  else if (strike.where === 'window') await crashWindow();
  else if (strike.where === 'teardown') Worker.prototype.terminate = () => new Promise(() => {});
  else if (strike.where === 'lag') process.send?.(lag.percentile(99) / 1e6);
  else strikeHere(strike.how);
}

if (isMainThread) {
  lag.enable();
  process.on('message', (strike: Strike) => void obey(strike));
  // The channel does not keep the program from ending.
  process.channel?.unref();
} else {
  channel.onmessage = ({ data }: { data: 'throw' | 'reject' | 'exit' }) => strikeHere(data);
}
channel.unref();
