import { describe, expect, it } from 'vitest';
import { PRICES, PRODUCTS, RATES } from '../support/spec-deployment/data.ts';
import type { Switches } from '../support/spec-deployment/switches.ts';
import { openFaces, type Query } from './faces.ts';

type SpecProduct = (typeof PRODUCTS)[number];
type Face = 'api' | 'csv' | 'mcp' | 'copy';

interface Row {
  readonly name: string;
  readonly switches: Partial<Switches>;
  readonly query?: Query;
  readonly expected?: readonly SpecProduct[];
  readonly skuOf?: (product: SpecProduct) => string;
  /** The percentage that is not known. */
  readonly unknownRateOf?: number;
  /** Why a face does not answer as expected yet. */
  readonly open?: Partial<Record<Face, string>>;
}

// What of the issue is not done yet. A row that holds turns red here, and loses its remark.
const ANY_ORDER = 'Rows of prices and of the price list may come in any order';
const ANY_PAGE = 'Pages of prices and of the price list may be smaller or larger';
const ANY_SKU = 'The copy joins on the id';
const FIRST_UNIT = 'from_qty 0 or 1 counts as null';

const FEED = '/api/products/delta';
const ignored = (name: string) => ({ declares: [`/api/products ${name}`], ignores: [`/api/products ${name}`] });
const collator = new Intl.Collator('nl');
const byTitle = (one: SpecProduct, other: SpecProduct) => collator.compare(other.title, one.title) || one.id - other.id;
const isGieter = ({ title }: SpecProduct) => title.startsWith('Gieter');
const isFirst = ({ id }: SpecProduct) => id < 1_004;

const TABLE: readonly Row[] = [
  { name: 'shows what the specification shows', switches: {} },
  { name: 'takes q', switches: {}, query: { q: 'gieter' }, expected: PRODUCTS.filter(isGieter) },
  {
    name: 'ignores q',
    switches: { ignores: ['/api/products q'] },
    query: { q: 'gieter' },
    expected: PRODUCTS.filter(isGieter),
  },
  {
    name: 'says nothing of product_group_id',
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
    name: 'says nothing of stock',
    switches: {},
    query: { stock: 'negative' },
    expected: PRODUCTS.filter(({ stock }) => stock < 0),
  },
  { name: 'says nothing of sort', switches: {}, query: { sort: '-title' }, expected: PRODUCTS.toSorted(byTitle) },
  { name: 'ignores sort', switches: ignored('sort'), query: { sort: '-title' }, expected: PRODUCTS.toSorted(byTitle) },
  { name: 'lists the latest first', switches: { order: 'descending' }, open: { csv: ANY_ORDER, copy: ANY_ORDER } },
  { name: 'lists in no order', switches: { order: 'shuffled' }, open: { csv: ANY_ORDER, copy: ANY_ORDER } },
  { name: 'gives smaller pages', switches: { pageCap: 30 }, open: { csv: ANY_PAGE, copy: ANY_PAGE } },
  {
    name: 'gives more rows than were asked for',
    switches: { ignores: ['/api/products limit', '/api/product-prices limit'] },
    open: { csv: ANY_PAGE, copy: ANY_PAGE },
  },
  { name: 'gives numbers with residue', switches: { hasResidue: true } },
  {
    name: 'has an SKU three times',
    switches: { skus: 'duplicate' },
    skuOf: (one) => (isFirst(one) ? 'DUBBEL' : one.sku),
    open: { copy: ANY_SKU },
  },
  {
    name: 'has products without an SKU',
    switches: { skus: 'empty' },
    skuOf: (one) => (isFirst(one) ? '' : one.sku),
    open: { copy: ANY_SKU },
  },
  {
    name: 'has a price with a rate that no list has',
    switches: { hasUnknownRate: true },
    unknownRateOf: 1_001,
    open: { csv: 'A price with an unknown VAT rate has an empty percentage' },
  },
  {
    name: 'gives 0 as the quantity of every price',
    switches: { fromQty: 0 },
    open: { csv: FIRST_UNIT, copy: FIRST_UNIT },
  },
  {
    name: 'gives 1 as the quantity of every price',
    switches: { fromQty: 1 },
    open: { csv: FIRST_UNIT, copy: FIRST_UNIT },
  },
  { name: 'has members that nobody knows', switches: { hasUnknownMembers: true } },
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
  const { switches, query = {}, expected = PRODUCTS, open = {}, skuOf } = row;
  const test = (face: Face) => (open[face] === undefined ? it : it.fails);
  const page = { total: expected.length, ids: expected.slice(0, 200).map(({ id }) => id) };
  const skus = expected.slice(0, 200).map((product) => skuOf?.(product) ?? product.sku);
  const seen = (body: Readonly<Record<string, unknown>>) => {
    const { total, data } = body as { total: number; data: SpecProduct[] };
    return { page: { total, ids: data.map(({ id }) => id) }, skus: data.map(({ sku }) => sku) };
  };

  test('api')('is that of the API', async () => {
    const { readApi } = await openFaces(switches);
    expect(seen((await readApi('/api/products', { ...query, limit: 200 })).body)).toEqual({ page, skus });
  });

  test('mcp')('is that of the tool', async () => {
    const { callTool } = await openFaces(switches);
    expect(seen((await callTool('search_products', { ...query, limit: 200 })).body)).toEqual({ page, skus });
  });

  // The price list has no filters, and is by id.
  if ('sort' in query || 'product_group_id' in query || 'stock' in query || 'q' in query) return;

  test('csv')('is that of the price list', async () => {
    const { saveCsv } = await openFaces(switches);
    const lines = await saveCsv('price-list', query);
    expect(
      lines.map(({ sku, title, ppu_wt, ppu, vat }) => ({
        ...{ sku, title, ppu_wt: numberIn(ppu_wt), ppu: numberIn(ppu), vat: numberIn(vat) },
      })),
    ).toEqual(expected.map((product) => lineOf(product, row)));
  });

  test('copy')('is that of the copy', async () => {
    const { readCopy } = await openFaces({ ...switches, offers: [FEED] });
    const rows = await readCopy();
    const wanted = expected.slice(0, rows.length).map((product) => lineOf(product, row));
    expect(rows.map(({ sku, salePrice }) => [sku, salePrice?.ppu_wt ?? null, salePrice?.ppu ?? null])).toEqual(
      wanted.map(({ sku, ppu_wt, ppu }) => [sku, ppu_wt, ppu]),
    );
  });
});
