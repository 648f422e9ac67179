import { parseArgs } from 'node:util';

export interface StoreKeeperBenchOptions {
  readonly products: number;
  readonly orders: number;
  /** False where less was asked for than what is written down. */
  readonly isWhole: boolean;
  readonly showsHelp: boolean;
}

const WHOLE = { products: 100_000, orders: 300_000 };

export const STOREKEEPER_HELP = `Measures the copy of a big StoreKeeper account, which this computer simulates.

  npm run bench -- storekeeper [options]

  --products N          of the account (${WHOLE.products})
  --orders N            of the last 14 months (${WHOLE.orders})
  --help                this text

Ends with status 1 when a bar is missed. A run of the whole size is written to test/bench/storekeeper/README.md.`;

/** Throws an error of one sentence. */
export function readStoreKeeperOptions(argv: readonly string[]): StoreKeeperBenchOptions {
  const options = { products: { type: 'string' }, orders: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...argv], options });
  const products = readCount('--products', values.products) ?? WHOLE.products;
  const orders = readCount('--orders', values.orders) ?? WHOLE.orders;
  const isWhole = products === WHOLE.products && orders === WHOLE.orders;
  return { products, orders, isWhole, showsHelp: values.help ?? false };
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${option} takes a number from 1 to 999999, not "${text}".`);
  return Number(text);
}
