import { describe, expect, it } from 'vitest';
import { labelFilters } from '../../../../electron/exports/datasets/filters.ts';
import { CUSTOMER_SORTS } from '../../../../shared/contract/customers.ts';
import { LANGUAGES } from '../../../../shared/contract/language.ts';
import { ORDER_SORTS, ORDER_STATUSES, PAYMENT_TERMS } from '../../../../shared/contract/orders.ts';
import { PRODUCT_SALES_SORTS } from '../../../../shared/contract/product-sales.ts';
import { PRODUCT_SORTS, STOCK_STATES } from '../../../../shared/contract/products.ts';
import { DEBTOR_SORTS } from '../../../../shared/debtors.ts';

describe('tellFilters', () => {
  it('says nothing of what is not set', () => {
    const unset = { group: undefined, taxRate: null, search: '', sort: undefined };

    expect(labelFilters(unset, 'nl')).toEqual({ filters: [], nameParts: [] });
  });

  it('says a flag that is off, where off is not the same as not set', () => {
    expect(labelFilters({ priced: false, paid: false }, 'en')).toEqual({
      filters: [
        { label: 'Price', value: 'without price' },
        { label: 'Paid', value: 'not paid' },
      ],
      nameParts: ['without price', 'not paid'],
    });
  });

  it('tells in the name of the file that something was searched for, and neither what nor the order', () => {
    const told = labelFilters({ search: 'Jan de Vries', sort: 'title', group: 'Boeken' }, 'nl');

    expect(told.nameParts).toEqual(['Boeken', 'selectie']);
    expect(told.filters).toHaveLength(3);
    expect(labelFilters({ search: 'Jan' }, 'en').nameParts).toEqual(['selection']);
    expect(labelFilters({ sort: 'title' }, 'en').nameParts).toEqual([]);
  });

  it('shows a title as it is, whatever it says', () => {
    expect(labelFilters({ group: 'constructor', search: 'true' }, 'nl').filters).toEqual([
      { label: 'Omzetgroep', value: 'constructor' },
      { label: 'Zoektekst', value: 'true' },
    ]);
  });

  it.each([
    ...STOCK_STATES.map((stock) => ({ stock })),
    ...ORDER_STATUSES.map((status) => ({ status: [status] })),
    ...PAYMENT_TERMS.map((paymentTerm) => ({ paymentTerm })),
    ...[...PRODUCT_SORTS, ...ORDER_SORTS, ...PRODUCT_SALES_SORTS, ...CUSTOMER_SORTS, ...DEBTOR_SORTS].map((sort) => ({
      sort,
    })),
  ])('has words for %j in both languages', (values) => {
    const [word = ''] = Object.values(values).flat();
    const [nl, en] = LANGUAGES.map((language) => labelFilters(values, language).filters[0]?.value);

    expect(nl?.split(', ')).not.toContain(word.replace('-', ''));
    expect(en).toMatch(/^[\w. ]+(, (a|de)scending)?$/);
    expect(en).not.toContain('_');
  });
});
