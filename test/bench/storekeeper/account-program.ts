import { systemClock } from '../../../electron/base/clock.ts';
import { startStoreKeeperServer } from '../../support/storekeeper/storekeeper-server.ts';

/** What came to the simulated account since it was asked last. */
export interface CallCounts {
  readonly calls: number;
  readonly writes: number;
}

// A program of its own, so that the memory of the account is not counted as that of the copy.
const [products = 0, orders = 0] = process.argv.slice(2).map(Number);
const server = await startStoreKeeperServer({ clock: systemClock, products, orders });
process.on('message', () => {
  const { total, writes } = server.calls;
  const counts: CallCounts = { calls: total, writes };
  server.calls.reset();
  process.send?.(counts);
});
process.stdout.write(`Account ${server.address} is ready\n`);
