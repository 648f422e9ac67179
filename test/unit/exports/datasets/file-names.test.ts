import { expect, it } from 'vitest';
import type { DatasetName } from '../../../../shared/contract/exports.ts';
import { CALLER, nameOf } from '../export-platform.ts';
import { OCTOBER } from './read-dataset.ts';

const ONE_DAY = { from: '2026-10-05' };
const UTRECHT = { ...OCTOBER, location_id: '11' };
const SEARCH = {
  product_group_id: '101',
  tax_rate_id: '202',
  stock: 'none',
  priced: '1',
  q: 'Jan de Vries',
  sort: 'sku',
};

it.each<[DatasetName, Record<string, string>, string]>([
  ['price-list', {}, 'prijslijst_2026-11-21.csv'],
  ['price-list', SEARCH, 'prijslijst_2026-11-21_boeken_5-5-fr_geen-voorraad_met-prijs_selectie.csv'],
  ['price-tiers', {}, 'staffelprijzen_2026-11-21.csv'],
  ['catalog', { stock: 'positive', q: 'Jan' }, 'artikelen_2026-11-21_op-voorraad_selectie.csv'],
  ['customers', {}, 'klanten_2026-11-21.csv'],
  ['customers', { q: 'Jan de Vries' }, 'klanten_2026-11-21_selectie.csv'],
  ['orders', OCTOBER, 'orders_2026-10-01_2026-10-31_alle-winkels.csv'],
  [
    ...(['orders', { ...ONE_DAY, location_id: '11', status: 'on_hold', is_paid: '1', q: 'Jan de Vries' }] as const),
    'orders_2026-10-05_2026-10-05_utrecht_in-de-wacht_betaald_selectie.csv',
  ],
  ['payments', OCTOBER, 'betalingen_2026-10-01_2026-10-31_alle-vestigingen.csv'],
  ['payments', UTRECHT, 'betalingen_2026-10-01_2026-10-31_utrecht.csv'],
  ['turnover-by-group', OCTOBER, 'omzet-per-groep_2026-10-01_2026-10-31_alle-vestigingen.csv'],
  ['financial-report', UTRECHT, 'financieel-rapport_2026-10-01_2026-10-31_utrecht.csv'],
  ['day-closing', { date: '2026-10-05', shop_id: '14' }, 'dagstaat_2026-10-05_kassa-utrecht.csv'],
  [
    ...(['product-sales', { ...OCTOBER, product_group_id: '101', sort: '-value' }] as const),
    'verkopen-per-artikel_2026-10-01_2026-10-31_alle-vestigingen_boeken.csv',
  ],
  ['discount-orders', OCTOBER, 'kortingsorders_2026-10-01_2026-10-31_alle-winkels.csv'],
  [
    ...(['discount-orders', { ...ONE_DAY, shop_id: '14', only_full: 'true', include_negative: 'true' }] as const),
    'kortingsorders_2026-10-05_2026-10-05_kassa-utrecht_100-korting_met-negatieve.csv',
  ],
  [
    ...(['discount-orders', { ...OCTOBER, hide_rounding: '1', only_counting: 'true' }] as const),
    'kortingsorders_2026-10-01_2026-10-31_alle-winkels_zonder-nieuw-in-de-wacht-en-geannuleerd_zonder-afronding.csv',
  ],
])(
  'a file of %s with %j is named after its days, location and filters, but not after a search text: %s',
  async (...asked) => {
    const [dataset, filters, name] = asked;
    expect(await nameOf({ dataset, filters })).toBe(name);
  },
);

it('a file in English has an English name', async () => {
  const filters = { ...ONE_DAY, shop_id: '14', only_full: 'true' };
  expect(await nameOf({ dataset: 'discount-orders', filters, language: 'en' })).toBe(
    'discount-orders_2026-10-05_2026-10-05_kassa-utrecht_100-discount.csv',
  );
});

it('the file of a locked caller is named after their location', async () => {
  const locked = { ...CALLER, lockedLocation: { id: 11, title: 'Utrecht' } };
  expect(await nameOf({ dataset: 'financial-report', filters: OCTOBER }, locked)).toContain('_utrecht.csv');
});
