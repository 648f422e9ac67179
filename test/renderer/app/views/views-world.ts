import type { SavedView } from '../../../../shared/contract/preferences.ts';
import { answerSmallCatalog } from '../../features/catalog/shop-catalog.ts';
import { type FakeHost, installFakeHost } from '../../features/support/fake-host.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../support/fake-bridge.ts';

export const CANDLES: SavedView = {
  id: 'v1',
  name: 'Kaarsen',
  path: '/catalog',
  search: 'columns=sku%2Ctitle&q=kaars',
};
export const VASES: SavedView = { id: 'v2', name: 'Vazen', path: '/catalog', search: 'q=vaas' };

/** Eva is signed in, and the catalog has three products. */
export function installViewsWorld(): { readonly host: FakeHost; readonly bridge: FakeBridge } {
  const host = installFakeHost();
  const bridge = installFakeBridge({ session: signedIn('eva@demo.example') });
  answerSmallCatalog(host);
  return { host, bridge };
}
