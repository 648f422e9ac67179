import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk } from '../../clients/typescript/client.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { listProducts, type ProductWithPrices, readProduct } from '../../shared/contract/products.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { type PriceListRow, readPriceList, toCsv } from '../examples/price-list-client/read-price-list.ts';
import { drain } from '../support/drain.ts';
import { type FixtureService, startDemoService, startFixtureService } from '../support/fixture-service.ts';
import { type RecordedConnection, recordConnection } from '../support/recorded-connection.ts';
import { ACCOUNT, CREDENTIALS, PRODUCT, RATE } from '../support/shop-fixture.ts';

const DEMO_OWNER = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

const PRODUCTS_PER_PAGE = 200;

const EVERY = 20;

describe('readPriceList of the demo shop', () => {
  let service: Awaited<ReturnType<typeof startDemoService>>;
  let connection: RecordedConnection;
  let rows: PriceListRow[];
  beforeAll(async () => {
    service = await startDemoService();
    connection = recordConnection(service.port, { clock: service.clock });
    rows = await readPriceList(createTilldesk({ ...connection, auth: DEMO_OWNER }), 'NL');
  });
  afterAll(() => service.stop());

  const read = (query: Record<string, string | number | boolean>) =>
    service.read(listProducts, { token: service.token, query });

  it('has one row per product, in the order of the catalog', async () => {
    const products = await drain((start) => read({ start, limit: 100 }));
    expect(rows.length).toBeGreaterThan(2_300);
    expect(rows).toHaveLength((await read({ limit: 1 })).total);
    expect(rows.map(({ sku, title }) => [sku, title])).toEqual(products.map(({ sku, title }) => [sku, title]));
  });

  it('has the sale price of GET /api/products/{id}', async () => {
    const products = await drain((start) => read({ start, limit: 200 }));
    const { data: rates } = await service.read(listTaxRates, { token: service.token });
    for (let at = 0; at < products.length; at += EVERY) {
      const product = await service.read(readProduct, { token: service.token, id: products[at]?.id ?? 0 });
      const price = salePriceOf(product);
      const rate = rates.find(({ id }) => id === price?.tax_rate_id);
      expect(rows[at]).toEqual({
        sku: product.sku,
        title: product.title,
        ppu_wt: price?.ppu_wt ?? null,
        ppu: price?.ppu ?? null,
        vat_percent: rate?.value ?? null,
      });
    }
  });

  it('has empty columns for exactly the products without a sale price', async () => {
    const unpriced = await drain((start) => read({ priced: false, start, limit: 200 }));
    expect(unpriced.length).toBeGreaterThan(0);
    expect(rows.filter(({ ppu }) => ppu === null)).toEqual(
      unpriced.map(({ sku, title }) => ({ sku, title, ppu_wt: null, ppu: null, vat_percent: null })),
    );
  });

  it('has as many rows of each percentage as the service has products with that rate', async () => {
    const { data: rates } = await service.read(listTaxRates, {
      token: service.token,
      query: { country_iso2: 'NL' },
    });
    for (const percent of new Set(rates.map(({ value }) => value))) {
      const ofPercent = rates.filter(({ value }) => value === percent);
      const pages = await Promise.all(ofPercent.map(({ id }) => read({ tax_rate_id: id, limit: 1 })));
      const expected = pages.reduce((sum, { total }) => sum + total, 0);
      expect(rows.filter(({ vat_percent }) => vat_percent === percent)).toHaveLength(expected);
    }
    expect(rows.some(({ vat_percent }) => vat_percent === 9)).toBe(true);
    expect(rows.some(({ ppu, vat_percent }) => ppu !== null && vat_percent === null)).toBe(false);
  });

  it('signs in once, asks for the rates once and for every page of products once', () => {
    const pages = Math.ceil(rows.length / PRODUCTS_PER_PAGE);
    expect(connection.exchangesOf('POST /api/auth/login')).toHaveLength(1);
    expect(connection.exchangesOf('GET /api/tax-rates')).toHaveLength(1);
    expect(connection.exchangesOf('GET /api/products').map(({ query }) => query.get('start'))).toEqual(
      Array.from({ length: pages }, (_, page) => String(page * PRODUCTS_PER_PAGE)),
    );
    expect(connection.waits).toEqual([]);
  });

  it('asks for the prices of every product once, a page of products at a time', () => {
    const calls = connection.exchangesOf('GET /api/product-prices');
    const idsOfCalls = calls.map(({ query }) => query.get('product_ids')?.split(',') ?? []);
    expect(calls).toHaveLength(connection.exchangesOf('GET /api/products').length);
    expect(new Set(idsOfCalls.flat()).size).toBe(rows.length);
    expect(Math.max(...idsOfCalls.map((ids) => ids.length))).toBe(PRODUCTS_PER_PAGE);
  });

  it('is the same when its CSV is read back', () => {
    const [headings, ...cells] = parseCommaCsv(toCsv(rows));
    expect(headings).toEqual(['sku', 'title', 'ppu_wt', 'ppu', 'vat_percent']);
    expect(cells).toEqual(rows.map((row) => Object.values(row).map((value) => String(value ?? ''))));
  });
});

describe('readPriceList of the fixture shop', () => {
  let service: FixtureService;
  beforeAll(async () => {
    service = await startFixtureService();
  });
  afterAll(() => service.stop());

  async function read(country: string): Promise<PriceListRow[]> {
    const connection = recordConnection(service.port);
    return readPriceList(createTilldesk({ ...connection, auth: CREDENTIALS.owner }), country);
  }

  it('leaves out thresholds and other price types, and of two sale prices takes the lowest id', async () => {
    const rows = await read('NL');
    expect(rows.map((row) => [row.sku, row.ppu_wt, row.ppu, row.vat_percent])).toEqual([
      ['0012345678905', 12.1, 10, 21],
      ['APPEL', 1.09, 1, 9],
      ['APPEL-2', null, null, null],
      ['CURSUS', null, null, null],
      ['X%_*"-1', null, null, null],
    ]);
  });

  it('leaves the percentage empty if the rate belongs to another country, even one that also has 21 %', async () => {
    const rows = await read('BE');
    expect(rows.slice(0, 2).map((row) => [row.ppu_wt, row.ppu, row.vat_percent])).toEqual([
      [12.1, 10, null],
      [1.09, 1, null],
    ]);
  });

  it('refuses a country without rates', async () => {
    await expect(read('XX')).rejects.toThrow('The service knows no tax rates of XX.');
  });

  it('quotes values with a comma, a quote or a line end', async () => {
    const [cafe] = await read('NL');
    const title = 'Thee, "groen"\r\nlos';
    expect(toCsv(cafe ? [{ ...cafe, title }] : [])).toBe(
      'sku,title,ppu_wt,ppu,vat_percent\r\n0012345678905,"Thee, ""groen""\r\nlos",12.1,10,21\r\n',
    );
  });
});

describe('readPriceList of products with many prices', () => {
  it('finds a sale price on a later page', async () => {
    const service = await startFixtureService();
    onTestFinished(() => service.stop());
    const thresholds = Array.from({ length: 600 }, (_, index) => price(PRODUCT.cafe, 3_000 + index, index + 2));
    await insertRows(service.store.db, 'product_prices', [...thresholds, price(PRODUCT.odd, 4_000, null)]);
    const connection = recordConnection(service.port);

    const rows = await readPriceList(createTilldesk({ ...connection, auth: CREDENTIALS.owner }), 'NL');
    expect(rows.map(({ ppu }) => ppu)).toEqual([10, 1, null, null, 5]);
    const calls = connection.exchangesOf('GET /api/product-prices').map(({ query }) => query.get('start'));
    expect(calls).toEqual(['0', '500']);
  });
});

/** A sale price of 5 euros. */
function price(product_id: number, id: number, fromPieces: number | null) {
  const amounts = { ppu: 50_000, ppu_wt: 60_500, tax_rate_id: RATE.nl21, currency: 'EUR' };
  const from_qty = fromPieces === null ? null : fromPieces * 1_000;
  return { id, account_id: ACCOUNT.alpha, product_id, product_price_type_id: 1, ...amounts, from_qty };
}

function salePriceOf({ prices }: ProductWithPrices) {
  const [first] = prices
    .filter((price) => price.product_price_type_id === 1 && price.from_qty === null)
    .sort((left, right) => left.id - right.id);
  return first;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;

/** Reads RFC 4180 with commas. What is not of that form is left out, so compare with what was written. */
function parseCommaCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}
