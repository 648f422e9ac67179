import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { answerPrices, answerProducts, productsOf } from './shop-catalog.ts';

const NL_RATES = [
  { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' },
  { id: 2, name: '9%', value: 9, country_iso2: 'NL', alias: 'nl-low' },
];
const AT_RATE = { id: 90, name: '20%', value: 20, country_iso2: 'AT', alias: 'at-standard' };

/** A shop with products, their prices, and more groups than one can look through. */
export function installCatalogHost(groupCount = 40, missing: readonly string[] = []): FakeHost {
  const missingParameters = missing.map((parameter) => ({ path: '/api/products', parameter }));
  const host = installFakeHost({ exportDataset: null, readMissingParameters: missingParameters });
  const groups = Array.from({ length: groupCount }, (_, place) => ({
    id: place + 1,
    code: String(8000 + place),
    title: place === 4 ? 'Planten' : `Groep ${place + 1}`,
  }));
  host.answer('/api/turnover-groups', () => listOf(groups));
  host.answer('/api/tax-rates', (query) => listOf(query.has('country_iso2') ? NL_RATES : [...NL_RATES, AT_RATE]));
  host.answer('/api/products', answerProducts(productsOf(450)));
  host.answer('/api/product-prices', answerPrices());
  return host;
}

/** The queries for the list of products, without the page. */
export function searchesOf(host: FakeHost): string[] {
  return host.asked
    .filter((path) => path.startsWith('/api/products?'))
    .map((path) => path.replace('/api/products?', '').replace(/&?start=0&limit=200/, ''));
}
