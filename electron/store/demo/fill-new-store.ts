import { openStore, type StoreOptions } from '../open-store.ts';
import { type BulkLoad, openBulkLoad } from './bulk-load.ts';

/** Fills the store of an empty file and leaves it as `openStore` opens it, which is the proof that it does. */
export async function fillNewStore(
  options: StoreOptions,
  fill: (load: BulkLoad) => Promise<void>,
): Promise<void> {
  const load = await openBulkLoad(options);
  try {
    await fill(load);
  } finally {
    await load.close();
  }
  const store = await openStore(options);
  await store.close();
}
