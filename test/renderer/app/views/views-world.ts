import type { SavedView } from '../../../../shared/contract/preferences.ts';
import { answerPrices, answerProducts, productsOf } from '../../features/catalog/shop-catalog.ts';
import { type FakeHost, installFakeHost, listOf } from '../../features/support/fake-host.ts';
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
  const bridge = installFakeBridge();
  bridge.session = signedIn('eva@demo.example');
  host.answer('/api/products', answerProducts(productsOf(3)));
  host.answer('/api/product-prices', answerPrices());
  host.answer('/api/turnover-groups', () => listOf([]));
  host.answer('/api/tax-rates', () => listOf([]));
  return { host, bridge };
}
