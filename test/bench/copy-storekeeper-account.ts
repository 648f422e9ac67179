import { isDeepStrictEqual, parseArgs } from 'node:util';
import { readFeedEnd } from '../../electron/platform/platform.ts';
import { openCopiedAccount, readAllChanges } from '../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedPrices } from '../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../support/storekeeper/own-sums.ts';

const HELP = `Copies a whole simulated StoreKeeper account at 4 calls a second, on a clock that is set forward, and prints what it took.

  node test/bench/copy-storekeeper-account.ts [--products N] [--orders N] [--months N]`;

/** 4 calls a second, one at a time. */
const STEP_MS = 250;

const SAMPLE_MS = 100;

const megabytes = () => process.memoryUsage().rss / 1_000_000;

/** Ends with status 1 if a figure of the copy differs from the account, or a second reading writes anything. */
async function measure(size: { readonly products: number; readonly orders: number; readonly months: number }) {
  const account = await openCopiedAccount({ ...size, program: { pace: { callsPerSecond: 4 } } });
  const { clock, server } = account;
  const caller = await account.signIn();
  const restMb = megabytes();
  let peakMb = restMb;
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, megabytes());
  }, SAMPLE_MS);

  async function read(what: string): Promise<void> {
    const [began, calls, realBegan] = [clock.now(), server.calls.total, Date.now()];
    await account.readOn(caller, { stepMs: STEP_MS, mostSteps: 10_000_000 });
    const minutes = (clock.now() - began) / 60_000;
    const made = server.calls.total - calls;
    print(`${what}: ${made} calls in ${minutes.toFixed(1)} minutes by its clock (${seconds(realBegan)} s here)`);
    print(
      `  ${(made / (minutes * 60)).toFixed(2)} calls a second, peak ${peakMb.toFixed(0)} MB, at rest ${restMb.toFixed(0)} MB`,
    );
  }

  try {
    print(`${server.account.orderCount} orders, ${size.products} products, ${size.months} months`);
    await read('first reading');
    const ends = {
      products: await readFeedEnd(account.platform, caller, 'products'),
      orders: await readFeedEnd(account.platform, caller, 'orders'),
    };
    check('prices', await copiedPrices(account.platform, caller), sumPrices(server.account));
    const figures = await comparedFigures(account.platform, caller, server.account);
    check('orders', figures.copied.orders, figures.own.orders);
    check('reports by month', figures.copied.reports, figures.own.reports);
    await account.program.copies.control(caller, 'readAgain');
    await read('second reading');
    for (const feed of ['products', 'orders'] as const)
      check(`changes of ${feed}`, await readAllChanges(account.platform, caller, feed, ends[feed]), []);
    check('writes sent', server.calls.writes, 0);
  } finally {
    clearInterval(sampling);
    await account.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1_000).toFixed(0);
}

function check(what: string, copied: unknown, own: unknown): void {
  const isEqual = isDeepStrictEqual(copied, own);
  print(`${what}: ${isEqual ? 'equal' : 'DIFFERENT'}`);
  if (!isEqual) process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '30000' },
    months: { type: 'string', default: '24' },
    help: { type: 'boolean' },
  },
});
if (values.help) print(HELP);
else await measure({ products: Number(values.products), orders: Number(values.orders), months: Number(values.months) });
