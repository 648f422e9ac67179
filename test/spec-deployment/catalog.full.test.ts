import { describe, expect, it } from 'vitest';
import { PRICES, PRODUCTS, RATES } from '../support/spec-deployment/data.ts';
import type { Switches } from '../support/spec-deployment/switches.ts';
import { openFaces, type Query, SAVES } from './faces.ts';

type SpecProduct = (typeof PRODUCTS)[number];

interface Row {
  readonly name: string;
  readonly switches: Partial<Switches>;
  readonly query?: Query;
  readonly expected?: readonly SpecProduct[];
  readonly skuOf?: (product: SpecProduct) => string;
  /** The product whose percentage is unknown. */
  readonly unknownRateOf?: number;
}

const FEED = '/api/products/delta';
const ignored = (name: string) => ({ declares: [`/api/products ${name}`], ignores: [`/api/products ${name}`] });
const collator = new Intl.Collator('nl');
const byTitle = (one: SpecProduct, other: SpecProduct) => collator.compare(other.title, one.title) || one.id - other.id;
const isGieter = ({ title }: SpecProduct) => title.startsWith('Gieter');
const isFirst = ({ id }: SpecProduct) => id < 1_004;

const TABLE: readonly Row[] = [
  { name: 'shows what the specification shows', switches: {} },
  { name: 'supports q', switches: {}, query: { q: 'gieter' }, expected: PRODUCTS.filter(isGieter) },
  {
    name: 'ignores q',
    switches: { ignores: ['/api/products q'] },
    query: { q: 'gieter' },
    expected: PRODUCTS.filter(isGieter),
  },
  {
    name: 'does not mention product_group_id',
    switches: {},
    query: { product_group_id: 71 },
    expected: PRODUCTS.filter((product) => product.product_group_id === 71),
  },
  {
    name: 'declares product_group_id and ignores it',
    switches: ignored('product_group_id'),
    query: { product_group_id: 71 },
    expected: PRODUCTS.filter((product) => product.product_group_id === 71),
  },
  {
    name: 'does not mention stock',
    switches: {},
    query: { stock: 'negative' },
    expected: PRODUCTS.filter(({ stock }) => stock < 0),
  },
  { name: 'does not mention sort', switches: {}, query: { sort: '-title' }, expected: PRODUCTS.toSorted(byTitle) },
  { name: 'ignores sort', switches: ignored('sort'), query: { sort: '-title' }, expected: PRODUCTS.toSorted(byTitle) },
  {
    name: 'declares and supports sort',
    switches: { declares: ['/api/products sort'] },
    query: { sort: '-title' },
    expected: PRODUCTS.toSorted(byTitle),
  },
  { name: 'lists the newest first', switches: { order: 'descending' } },
  { name: 'lists in no particular order', switches: { order: 'shuffled' } },
  { name: 'returns smaller pages', switches: { pageCap: 30 } },
  {
    name: 'returns more rows than requested',
    switches: { ignores: ['/api/products limit', '/api/product-prices limit'] },
  },
  { name: 'returns numbers with rounding noise', switches: { hasResidue: true } },
  {
    name: 'has an SKU three times',
    switches: { skus: 'duplicate' },
    skuOf: (one) => (isFirst(one) ? 'DUBBEL' : one.sku),
  },
  {
    name: 'has products without an SKU',
    switches: { skus: 'empty' },
    skuOf: (one) => (isFirst(one) ? '' : one.sku),
  },
  {
    name: 'has a price with an unknown tax rate',
    switches: { hasUnknownRate: true },
    unknownRateOf: 1_001,
  },
  {
    name: 'returns 0 as the quantity of every price',
    switches: { fromQty: 0 },
  },
  {
    name: 'returns 1 as the quantity of every price',
    switches: { fromQty: 1 },
  },
  { name: 'has unknown members', switches: { hasUnknownMembers: true } },
];

function priceOf({ id }: SpecProduct) {
  return PRICES.find((row) => row.product_id === id && row.is_sale_price && row.from_qty === null);
}

/** A line of the price list. */
function lineOf(product: SpecProduct, { skuOf, unknownRateOf }: Row) {
  const price = priceOf(product);
  const rate = RATES.find(({ id }) => id === price?.tax_rate_id);
  return {
    ...{ sku: skuOf?.(product) ?? product.sku, title: product.title },
    ...{ ppu_wt: price?.ppu_wt ?? null, ppu: price?.ppu ?? null },
    vat: product.id === unknownRateOf ? null : (rate?.value ?? null),
  };
}

const numberIn = (cell = '') => (cell === '' ? null : Number(cell));

describe.each(TABLE)('the catalog of a deployment that $name', (row) => {
  const { switches, query = {}, expected = PRODUCTS, skuOf } = row;
  const page = { total: expected.length, ids: expected.slice(0, 200).map(({ id }) => id) };
  const skus = expected.slice(0, 200).map((product) => skuOf?.(product) ?? product.sku);
  const seen = (body: Readonly<Record<string, unknown>>) => {
    const { total, data } = body as { total: number; data: SpecProduct[] };
    return { page: { total, ids: data.map(({ id }) => id) }, skus: data.map(({ sku }) => sku) };
  };

  it('is correct in the API', async () => {
    const { readApi } = await openFaces(switches);
    expect(seen((await readApi('/api/products', { ...query, limit: 200 })).body)).toEqual({ page, skus });
  });

  it('is correct in the tool', async () => {
    const { callTool } = await openFaces(switches);
    expect(seen((await callTool('search_products', { ...query, limit: 200 })).body)).toEqual({ page, skus });
  });

  it.each(SAVES)('is correct in the file of %s', async (save) => {
    const rows = await (await openFaces(switches))[save]('catalog', query);
    expect(rows.map(({ sku }) => sku)).toEqual(expected.map((product) => skuOf?.(product) ?? product.sku));
  });

  // The price list has no filters, and is sorted by id.
  if ('sort' in query || 'product_group_id' in query || 'stock' in query || 'q' in query) return;

  it.each(SAVES)('is correct in the price list of %s', async (save) => {
    const lines = await (await openFaces(switches))[save]('price-list', query);
    expect(
      lines.map(({ sku, title, ppu_wt, ppu, vat }) => ({
        ...{ sku, title, ppu_wt: numberIn(ppu_wt), ppu: numberIn(ppu), vat: numberIn(vat) },
      })),
    ).toEqual(expected.map((product) => lineOf(product, row)));
  });

  it('is correct in the copy', async () => {
    const { readCopy } = await openFaces({ ...switches, offers: [FEED] });
    const rows = await readCopy();
    const wanted = expected.slice(0, rows.length).map((product) => lineOf(product, row));
    expect(rows.map(({ sku, salePrice }) => [sku, salePrice?.ppu_wt ?? null, salePrice?.ppu ?? null])).toEqual(
      wanted.map(({ sku, ppu_wt, ppu }) => [sku, ppu_wt, ppu]),
    );
  });
});
