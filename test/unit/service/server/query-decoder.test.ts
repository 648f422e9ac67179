import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../electron/service/server/api-error.ts';
import { createQueryDecoder } from '../../../../electron/service/server/query-decoder.ts';
import { listDiscountOrders } from '../../../../shared/contract/discount-orders.ts';
import { defineEndpoint } from '../../../../shared/contract/endpoint.ts';
import { listOrders } from '../../../../shared/contract/orders.ts';
import { listProductPrices } from '../../../../shared/contract/product-prices.ts';
import { listProducts } from '../../../../shared/contract/products.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { listTaxRates } from '../../../../shared/contract/tax-rates.ts';

const orders = createQueryDecoder(listOrders);
const products = createQueryDecoder(listProducts);
const prices = createQueryDecoder(listProductPrices);
const discounts = createQueryDecoder(listDiscountOrders);
const rates = createQueryDecoder(listTaxRates);

function refusalOf(decode: (text: string) => unknown, text: string): string {
  try {
    decode(text);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error(`was not refused: ${text}`);
}

describe('integers', () => {
  it('are 1 to 15 plain digits', () => {
    expect(products('start=0')).toMatchObject({ start: 0 });
    expect(products('start=999999999999999')).toMatchObject({ start: 999_999_999_999_999 });
    expect(products('start=007')).toMatchObject({ start: 7 });
  });

  it.each(['', '-1', '+1', '%2B1', '1e2', '1.0', '0x10', '1234567890123456', '%201', '1%20', '٣', '１'])(
    'are not "%s"',
    (text) => {
      expect(refusalOf(products, `start=${encodeURI(decodeURI(text))}`)).toContain('start');
    },
  );

  it('are refused or read exactly, never changed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 17 }), (text) => {
        const query = `start=${encodeURIComponent(text)}`;
        if (/^[0-9]{1,15}$/.test(text)) expect(products(query).start).toBe(Number(text));
        else expect(refusalOf(products, query)).toContain('start');
      }),
      { seed: 4870 },
    );
  });
});

describe('flags', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('%s is %s', (text, value) => {
    expect(products(`priced=${text}`)).toMatchObject({ priced: value });
  });

  it.each(['TRUE', 'yes', '', '2', 'on', 'null'])('are not "%s"', (text) => {
    expect(refusalOf(products, `priced=${text}`)).toBe('priced must be true, false, 1 or 0.');
  });
});

describe('dates', () => {
  it.each(['2026-02-28', '2024-02-29', '2026-12-31'])('can be %s', (date) => {
    expect(orders(`from=${date}`)).toMatchObject({ from: date });
  });

  it.each(['2026-02-29', '2026-2-1', '2026-13-01', '2026-04-31', '20260401', '2026-04-01T00:00:00', '', '0000-01-01'])(
    'cannot be "%s"',
    (date) => {
      expect(refusalOf(orders, `from=${date}`)).toContain('from must be a calendar date');
    },
  );
});

describe('ranges', () => {
  it('end on their first day by default', () => {
    expect(orders('from=2026-10-01')).toMatchObject({ from: '2026-10-01', to: '2026-10-01' });
    expect(discounts('from=2026-10-01&to=2026-10-31')).toMatchObject({ to: '2026-10-31' });
  });

  it('cannot end before they begin', () => {
    expect(refusalOf(orders, 'from=2026-10-02&to=2026-10-01')).toBe('to must not be before from.');
  });

  it('need a first day', () => {
    expect(refusalOf(orders, 'to=2026-10-01')).toBe('from is required.');
  });
});

describe('enum values', () => {
  it('must match exactly', () => {
    expect(products('stock=none&sort=-title')).toMatchObject({ stock: 'none', sort: '-title' });
    expect(refusalOf(products, 'stock=None')).toBe('stock must be one of negative, none, positive.');
    expect(refusalOf(products, 'sort=')).toContain('sort must be one of');
  });

  it('are separated by commas, without spaces or repeats', () => {
    expect(orders('from=2026-10-01&include=payments,items')).toMatchObject({ include: ['payments', 'items'] });
    for (const list of ['', 'items,', ',items', 'items,items', 'items, payments', 'lines']) {
      const refusal = refusalOf(orders, `from=2026-10-01&include=${encodeURIComponent(list)}`);
      expect(refusal).toBe('include must be a comma list of items, payments, each at most once.');
    }
  });
});

describe('country codes', () => {
  it('are two upper-case letters', () => {
    expect(rates('country_iso2=NL')).toEqual({ country_iso2: 'NL' });
    expect(rates('')).toEqual({});
    for (const text of ['nl', 'NLD', 'N1', '', 'Ñ']) {
      expect(refusalOf(rates, `country_iso2=${encodeURIComponent(text)}`)).toContain('country_iso2');
    }
  });
});

describe('id lists', () => {
  const ids = (text: string) => prices(`product_ids=${encodeURIComponent(text)}`).product_ids;

  it('accept white space around ids and count a repeated id once', () => {
    expect(ids(' 3 ,\t1,3,003')).toEqual([3, 1]);
  });

  it.each(['', ' ', '1,', ',1', '1,,2', 'a', '1;2', '1.5', '-1', '1 2', '1234567890123456'])('are not "%s"', (text) => {
    const list = `product_ids=${encodeURIComponent(text)}`;
    expect(refusalOf(prices, list)).toBe('product_ids must be a comma list of 1 to 200 numeric ids.');
  });

  it('have at most 200 distinct ids', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();
    expect(ids(`${upTo(200)},1,2,3`)).toHaveLength(200);
    expect(refusalOf(prices, `product_ids=${upTo(201)}`)).toContain('product_ids');
  });

  it('are required, so that an empty list never means everything', () => {
    expect(refusalOf(prices, '')).toBe('product_ids is required.');
  });
});

describe('paging', () => {
  it('has defaults', () => {
    expect(products('')).toEqual({ start: 0, limit: 100 });
    expect(prices('product_ids=1')).toEqual({ product_ids: [1], start: 0, limit: 500 });
  });

  it('lowers a limit above its maximum to the maximum', () => {
    expect(products('limit=250').limit).toBe(200);
    expect(products('limit=999999999999999').limit).toBe(200);
    expect(orders('from=2026-10-01&limit=251').limit).toBe(250);
  });

  it('refuses a limit of 0', () => {
    expect(refusalOf(products, 'limit=0')).toContain('limit must be a whole number from 1');
  });
});

describe('search text', () => {
  it('may be empty or absent, and is decoded', () => {
    expect(products('q=')).toMatchObject({ q: '' });
    expect(products('q')).toMatchObject({ q: '' });
    expect(products('')).not.toHaveProperty('q');
    expect(products('q=caf%C3%A9+noir%2B=x')).toMatchObject({ q: 'café noir+=x' });
  });

  it('has up to 200 characters, whatever their size in bytes', () => {
    const long = (count: number) => `q=${encodeURIComponent('é'.repeat(count))}`;
    expect(products(long(200)).q).toHaveLength(200);
    expect(refusalOf(products, long(201))).toBe('q must be at most 200 characters long.');
  });
});

describe('the query string', () => {
  it('refuses and names an unknown parameter', () => {
    expect(refusalOf(products, 'colour=red')).toBe('The parameter colour is unknown.');
    expect(refusalOf(createQueryDecoder(listShops), 'start=0')).toBe('The parameter start is unknown.');
    expect(refusalOf(products, '__proto__=1')).toBe('The parameter __proto__ is unknown.');
    expect(refusalOf(products, 'constructor=1')).toBe('The parameter constructor is unknown.');
  });

  it.each(['=', '=1', '=%zz', 'limit=1&=2'])('says for "%s" that a parameter has no name', (text) => {
    expect(refusalOf(products, text)).toBe('A parameter has no name.');
  });

  it('does not repeat a very long name', () => {
    expect(refusalOf(products, `${'n'.repeat(5_000)}=1`).length).toBeLessThan(200);
  });

  it.each([
    ['status=new&status=complete', ['new', 'complete']],
    ['status=new,complete&status=refunded', ['new', 'complete', 'refunded']],
    ['status=new&limit=5&st%61tus=complete', ['new', 'complete']],
  ])('reads a repeated comma list as one list: %s', (text, status) => {
    expect(orders(`from=2026-10-01&${text}`)).toMatchObject({ status });
  });

  it('reads repeated ids as one list, with all of its rules', () => {
    expect(prices('product_ids=3&product_ids=1,3')).toMatchObject({ product_ids: [3, 1] });
    expect(orders('from=2026-10-01&shop_id=4&shop_id=5')).toMatchObject({ shop_id: [4, 5] });
    for (const text of ['product_ids=3&product_ids=', 'product_ids=3&product_ids=a']) {
      expect(refusalOf(prices, text)).toBe('product_ids must be a comma list of 1 to 200 numeric ids.');
    }
    for (const text of ['status=new&status=new', 'status=new&status=', 'status=new,&status=complete']) {
      expect(refusalOf(orders, `from=2026-10-01&${text}`)).toMatch(/^status must be a comma list of /);
    }
  });

  it('refuses and names another parameter that is repeated', () => {
    expect(refusalOf(products, 'limit=1&limit=1')).toBe('limit may be given only once.');
    expect(refusalOf(products, 'limit=1&l%69mit=1')).toBe('limit may be given only once.');
  });

  it.each(['q=%zz', 'q=%', 'q=%C3', 'q=%FF', 'q=é'])('refuses invalid encoding: %s', (text) => {
    expect(refusalOf(products, text)).toBe('q has invalid percent-encoding.');
  });

  it('refuses a name with invalid encoding', () => {
    expect(refusalOf(products, '%zz=1')).toContain('percent-encoding');
  });
});

describe('an endpoint of the contract', () => {
  it('cannot have a parameter of an unknown text format', () => {
    const query = Type.Object({ odd: Type.String({ 'x-text': 'roman-numeral' }) });
    const endpoint = defineEndpoint({ ...listShops, path: '/api/odd', query });
    expect(() => createQueryDecoder(endpoint)).toThrow();
  });
});
