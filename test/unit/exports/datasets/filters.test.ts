import { describe, expect, it } from 'vitest';
import { labelFilters } from '../../../../electron/exports/datasets/filters.ts';
import { CUSTOMER_SORTS } from '../../../../shared/contract/customers.ts';
import type { DatasetName } from '../../../../shared/contract/exports.ts';
import { LANGUAGES } from '../../../../shared/contract/language.ts';
import { ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../../shared/contract/order-rows.ts';
import { ORDER_SORTS, ORDER_STATUSES, PAYMENT_TERMS } from '../../../../shared/contract/orders.ts';
import { PRODUCT_SALES_SORTS } from '../../../../shared/contract/product-sales.ts';
import { PRODUCT_SORTS, STOCK_STATES } from '../../../../shared/contract/products.ts';
import type { DatasetDeclaration } from '../../../../shared/datasets/dataset.ts';
import {
  catalog,
  customers,
  debtors,
  openInvoices,
  orderItems,
  orderPayments,
  orders,
  priceList,
  productSales,
} from '../../../../shared/datasets/declarations.ts';
import { DEBTOR_SORTS } from '../../../../shared/debtors.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PRODUCT, PROVIDER, RATE, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { OCTOBER, selectFrom } from './read-dataset.ts';

const { platform } = await perFile(openFixturePlatform);

describe('tellFilters', () => {
  it('omits filters that are not set', () => {
    const unset = { group: undefined, taxRate: null, search: '', sort: undefined };

    expect(labelFilters(unset, 'nl', catalog)).toEqual({ filters: [], nameParts: [] });
  });

  it('mentions a flag that is off if that differs from not being set', () => {
    expect(labelFilters({ priced: false, paid: false }, 'en', catalog)).toEqual({
      filters: [
        { label: 'Price', value: 'without price' },
        { label: 'Paid', value: 'not paid' },
      ],
      nameParts: ['without price', 'not paid'],
    });
  });

  it('says in the file name that there was a search, without the text and the order', () => {
    const told = labelFilters({ search: 'Jan de Vries', sort: 'title', group: 'Boeken' }, 'nl', catalog);

    expect(told.nameParts).toEqual(['Boeken', 'selectie']);
    expect(told.filters).toHaveLength(3);
    expect(labelFilters({ search: 'Jan' }, 'en', catalog).nameParts).toEqual(['selection']);
    expect(labelFilters({ sort: 'title' }, 'en', catalog).nameParts).toEqual([]);
  });

  it.each([
    ...STOCK_STATES.map((stock) => ({ stock })),
    ...ORDER_STATUSES.map((status) => ({ status: [status] })),
    ...PAYMENT_TERMS.map((paymentTerm) => ({ paymentTerm })),
  ])('has words for %j in both languages', (values) => expectWords(values, catalog));

  it.each([
    ...sortsOf(priceList, PRODUCT_SORTS),
    ...sortsOf(catalog, PRODUCT_SORTS),
    ...sortsOf(orders, ORDER_SORTS),
    ...sortsOf(openInvoices, ORDER_SORTS),
    ...sortsOf(orderItems, ORDER_ITEM_SORTS),
    ...sortsOf(orderPayments, ORDER_PAYMENT_SORTS),
    ...sortsOf(productSales, PRODUCT_SALES_SORTS),
    ...sortsOf(customers, CUSTOMER_SORTS),
    ...sortsOf(debtors, DEBTOR_SORTS),
  ])('has words for $declaration.name in the order of $sort', ({ declaration, sort }) =>
    expectWords({ sort }, declaration),
  );

  function sortsOf(declaration: DatasetDeclaration, sorts: readonly string[]) {
    return sorts.map((sort) => ({ declaration, sort }));
  }

  function expectWords(values: Parameters<typeof labelFilters>[0], declaration: DatasetDeclaration): void {
    const [word = ''] = Object.values(values).flat().map(String);
    const [nl, en] = LANGUAGES.map((language) => labelFilters(values, language, declaration).filters[0]?.value);

    expect(nl?.split(', ')).not.toContain(word.replace('-', ''));
    expect(en).toMatch(/^[\w. ]+(, (a|de)scending)?$/);
    expect(en).not.toContain('_');
  }
});

describe('the description of filters in a file', () => {
  const CATALOG = {
    q: 'appel taart',
    product_group_id: String(GROUP.books),
    tax_rate_id: String(RATE.be21),
    stock: 'negative',
    priced: '1',
    sort: '-stock',
  };
  const ORDERS = {
    ...OCTOBER,
    shop_id: String(SHOP.utrecht1),
    location_id: String(LOCATION.utrecht),
    status: 'complete,refunded',
    payment_term: 'invoice',
    is_paid: 'false',
    q: 'Café de Zon',
    sort: '-date_purchased',
  };
  const DISCOUNTS = { from: '2026-10-05', shop_id: String(SHOP.utrecht1), only_full: '1', include_negative: '1' };
  const SALES = { ...OCTOBER, product_group_id: String(GROUP.books), product_id: String(PRODUCT.apple), sort: 'title' };

  it.each<[DatasetName, 'nl' | 'en', Record<string, string>, string | null, string]>([
    [
      ...(['catalog', 'nl', CATALOG, null] as const),
      'Omzetgroep: Boeken; Btw-tarief: 21% BE; Voorraad: negatieve voorraad; Prijs: met prijs; ' +
        'Zoektekst: appel taart; Volgorde: voorraad, aflopend',
    ],
    [
      ...(['catalog', 'en', CATALOG, null] as const),
      'Turnover group: Boeken; VAT rate: 21% BE; Stock: negative stock; Price: with price; ' +
        'Search text: appel taart; Sorted by: stock, descending',
    ],
    [
      ...(['orders', 'nl', ORDERS, 'Utrecht, Kassa Utrecht 1'] as const),
      'Status: Afgerond, Terugbetaald; Betaling: Op rekening; Betaald: niet betaald; Zoektekst: Café de Zon; ' +
        'Volgorde: datum, aflopend',
    ],
    [
      ...(['customers', 'nl', { segment_id: '502,501', has_open_invoices: 'false' }, null] as const),
      'Segment: Vaste klanten, Zakelijk; Openstaande facturen: zonder openstaande facturen',
    ],
    [
      ...(['order-items', 'nl', { ...OCTOBER, type: 'product', sign: 'negative' }, null] as const),
      'Soort regel: Artikel; Aantal: negatief (retour)',
    ],
    [
      ...(['order-payments', 'nl', { ...OCTOBER, provider_method_type_id: String(PROVIDER.cash) }, null] as const),
      'Betaalwijze: contant',
    ],
    [
      ...(['product-sales', 'nl', SALES, null] as const),
      'Omzetgroep: Boeken; Artikel: APPEL Appel; Volgorde: artikel, oplopend',
    ],
    [
      ...(['discount-orders', 'nl', DISCOUNTS, 'Kassa Utrecht 1'] as const),
      'Korting: 100% korting; Negatieve kortingen: met negatieve',
    ],
  ])('for %s is in %s what was chosen: %j', async (dataset, language, filters, place, told) => {
    const selection = await selectFrom(platform, dataset, { filters, caller: CALLER.owner, language });

    expect(selection.filters.map(({ label, value }) => `${label}: ${value}`).join('; ')).toBe(told);
    expect(selection.place).toBe(place);
  });
});
