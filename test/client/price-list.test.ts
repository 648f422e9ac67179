import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk } from '../../clients/typescript/client.ts';
import { type PriceListRow, readPriceList, toCsv } from '../examples/price-list-client/read-price-list.ts';
import { insertPrices } from '../support/catalog-rows.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { recordConnection } from '../support/recorded-connection.ts';
import { ACCOUNT, CREDENTIALS, PRODUCT, RATE } from '../support/shop-fixture.ts';

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

  it('leaves out thresholds and other price types, and uses the lowest id of two sale prices', async () => {
    const rows = await read('NL');
    expect(rows.map((row) => [row.sku, row.ppu_wt, row.ppu, row.vat_percent])).toEqual([
      ['0012345678905', 12.1, 10, 21],
      ['APPEL', 1.09, 1, 9],
      ['APPEL-2', null, null, null],
      ['CURSUS', null, null, null],
      ['X%_*"-1', null, null, null],
    ]);
  });

  it('leaves the percentage empty if the rate belongs to another country, even one that also has 21%', async () => {
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
    await insertPrices(service.store.db, [...thresholds, price(PRODUCT.odd, 4_000, null)]);
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
