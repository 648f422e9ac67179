import { monitorEventLoopDelay } from 'node:perf_hooks';

// Runs inside the product, before it: --import. Every message is answered with the longest time in milliseconds
// for which the event loop stood still since the one before.
const NS_PER_MS = 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  const longestMs = delay.max / NS_PER_MS;
  delay.reset();
  process.send?.({ longestMs });
});
process.channel?.unref();
