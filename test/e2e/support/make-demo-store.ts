import { join } from 'node:path';
import { DEMO_STORE_VARIABLE, STORE_FILE, startProduct } from './running-product.ts';

/** The first start of the run, which makes the demo shops. Every other product starts with a copy of them. */
export default async function makeDemoStore(): Promise<() => Promise<void>> {
  const { dataFolder, end, stop } = await startProduct();
  await end();
  process.env[DEMO_STORE_VARIABLE] = join(dataFolder, STORE_FILE);
  return stop;
}
