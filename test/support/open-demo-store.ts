import { type DemoShopsDeps, openDemoShops } from '../../electron/platform/demo/open-demo-shops.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { openFilledStore } from './open-filled-store.ts';

/** A store with the demo shops. All who ask for one get those of the first: at `NOW`, at `CHEAP_COST`. */
export function openDemoStore(means: Omit<DemoShopsDeps, 'db'>): Promise<Store> {
  return openFilledStore('demo_service', ({ db }) => openDemoShops({ ...means, db }));
}
