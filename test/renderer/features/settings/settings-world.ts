import { type FakeBridge, installFakeBridge } from '../../app/support/fake-bridge.ts';
import { reportOf } from '../report/support/reports.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';

const SHOPS = [
  { id: 3, title: 'Amsterdam', type: 'pos', location_id: 1, country_iso2: 'NL', currency: 'EUR' },
  { id: 4, title: 'Webshop', type: 'webshop', location_id: null, country_iso2: 'NL', currency: 'EUR' },
];

/** A host with two shops, and a bridge that stores settings and preferences. */
export function installSettingsWorld(): { host: FakeHost; bridge: FakeBridge } {
  const host = installFakeHost();
  host.answer('/api/shops', () => listOf(SHOPS));
  host.answer('/api/locations', () => listOf([{ id: 1, title: 'Amsterdam' }]));
  for (const path of ['payment-methods', 'turnover-groups', 'tax-rates']) host.answer(`/api/${path}`, () => listOf([]));
  host.answer('/api/financial-report', (query) => ({ body: reportOf(query) }));
  host.answer('/api/sessions', () => ({ body: { count: 0, total: 0, data: [], webhooks: [] } }));
  return { host, bridge: installFakeBridge() };
}
