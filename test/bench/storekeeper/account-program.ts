import { systemClock } from '../../../electron/base/clock.ts';
import { startStoreKeeperServer } from '../../support/storekeeper/storekeeper-server.ts';

/** What came to the simulated account since it was asked last. */
export interface CallCounts {
  readonly calls: number;
  readonly orders: number;
  readonly writes: number;
  readonly undocumented: readonly string[];
}

// A program of its own, so that the memory of the account is not counted as that of the copy.
const [products = 0, orders = 0] = process.argv.slice(2).map(Number);
const server = await startStoreKeeperServer({ clock: systemClock, products, orders });
process.on('message', () => {
  const { total, byFunction, writes, undocumented } = server.calls;
  const counts: CallCounts = { calls: total, orders: byFunction['ShopModule::getOrder'] ?? 0, writes, undocumented };
  server.calls.reset();
  process.send?.(counts);
});
process.stdout.write(`Account ${server.address} is ready\n`);
