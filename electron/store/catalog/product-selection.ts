import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { PRODUCT_SORTS, STOCK_STATES } from '../../../shared/contract/products.ts';
import { splitSearch } from '../../../shared/search-text.ts';
import { chooseByDialect } from '../dialects/dialect.ts';
import {
  contains,
  equals,
  isIndexed,
  removeCodeSeparators,
  startsWith,
  startsWithIndexed,
  stripSeparators,
  toLower,
} from '../dialects/expressions.ts';
import type { OrderTerm } from '../list-reader.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

export interface ProductSelection {
  /**
   * Every word must occur in title or SKU, or the barcode must start with the whole text. Case, accents and separators
   * of codes are ignored.
   */
  readonly q?: string | undefined;
  readonly product_group_id?: number | undefined;
  /** The VAT rate of the sale price. */
  readonly tax_rate_id?: number | undefined;
  readonly stock?: (typeof STOCK_STATES)[number] | undefined;
  /** Whether the product has a sale price. */
  readonly priced?: boolean | undefined;
  readonly sort?: (typeof PRODUCT_SORTS)[number] | undefined;
}

const createProductsBuilder = () => expressionBuilder<StoreSchema, 'products'>();

export function matchProducts(scope: StoreScope, selection: ProductSelection): Expression<SqlBool> {
  const eb = createProductsBuilder();
  const { product_group_id, tax_rate_id, stock, priced } = selection;
  const terms: Expression<SqlBool>[] = [eb('products.account_id', '=', scope.accountId)];
  const words = splitSearch(selection.q);
  if (words.length > 0) terms.push(matchWordsOrBarcode(scope, words));
  if (product_group_id !== undefined) terms.push(eb('product_group_id', '=', product_group_id));
  if (tax_rate_id !== undefined) terms.push(eb(getSalePriceColumn('tax_rate_id'), '=', tax_rate_id));
  if (stock !== undefined) terms.push(eb(getScopeStock(scope), STOCK_OPERATOR[stock], 0));
  if (priced !== undefined) terms.push(eb(getSalePriceColumn('tax_rate_id'), priced ? 'is not' : 'is', null));
  return eb.and(terms);
}

/** Matches products with every word of `q` in title or SKU, or all products if `q` has no words. */
export function matchNames(q: string | undefined): Expression<SqlBool> {
  const words = splitSearch(q);
  return words.length === 0 ? sql<SqlBool>`1 = 1` : matchWords(words);
}

/**
 * Matches every word in title or SKU. SQLite looks up all indexed words at once, because separate lists would be read
 * again for every row. It compares the other words with each row.
 */
function matchWords(words: readonly string[]): Expression<SqlBool> {
  const { and } = createProductsBuilder();
  const [indexed, others] = [words.filter(isIndexed), words.filter((word) => !isIndexed(word))];
  const isFound = sql<SqlBool>`products.id in (${selectIdsByWords(indexed)})`;
  return chooseByDialect({
    sqlite: and([...(indexed.length > 0 ? [isFound] : []), ...others.map(matchWord)]),
    postgres: and(words.map(matchWord)),
  });
}

/** Selects ids from the search index of SQLite of products with all these words. */
function selectIdsByWords(indexed: readonly string[]): RawBuilder<unknown> {
  const match = indexed.map((word) => `(${toSearchPhrase(word)})`).join(' AND ');
  return sql`select rowid from product_search where product_search match ${match}`;
}

/** Matches every word, or a barcode that starts with the whole text. */
function matchWordsOrBarcode({ accountId }: StoreScope, words: readonly string[]): Expression<SqlBool> {
  const start = removeCodeSeparators(words.join(''));
  if (start === null) return matchWords(words);
  const isNamedOrCoded = createProductsBuilder().or([matchWords(words), startsWithIndexed(getPlainBarcode(), start)]);
  // With `or`, SQLite would read all products of the account. It looks up a single list of ids by index.
  const barcodeMatches = sql`select id from products as coded
    where coded.account_id = ${accountId} and ${startsWithIndexed(getPlainBarcode('coded'), start)}`;
  return chooseByDialect({
    sqlite: words.every(isIndexed)
      ? sql<SqlBool>`products.id in (${selectIdsByWords(words)} union ${barcodeMatches})`
      : isNamedOrCoded,
    postgres: isNamedOrCoded,
  });
}

const getPlainBarcode = (table = 'products') => stripSeparators(toLower(`${table}.barcode`));

function matchWord(word: string): Expression<SqlBool> {
  const parts = [contains('folded_title', word), contains('folded_sku', word)];
  const code = removeCodeSeparators(word);
  if (code !== null) parts.push(contains(getPlainSku(), code));
  return createProductsBuilder().or(parts);
}

/**
 * Builds an FTS phrase. A word without separators needs no second term: the quoted word already searches every column.
 */
function toSearchPhrase(word: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const code = removeCodeSeparators(word);
  return code === null || code === word ? quoted(word) : `${quoted(word)} OR plain_sku : ${quoted(code)}`;
}

const getPlainSku = () => stripSeparators(sql.ref('products.folded_sku'));

const STOCK_OPERATOR = { negative: '<', none: '=', positive: '>' } as const;

/** Stock of a product that never runs out, in 1/1000. Exceeds any real stock. */
export const UNLIMITED_STOCK = 1_000_000_000_000;

/** Returns stock in the locations of the scope, or 0 if none is stored. The outer query must include `products`. */
export function getScopeStock({ accountId, locationId }: StoreScope): Expression<number> {
  const eb = createProductsBuilder();
  if (locationId === null) return eb.ref('products.stock');
  const quantity = eb
    .selectFrom('stock')
    .select('quantity')
    .where('stock.account_id', '=', accountId)
    .whereRef('stock.product_id', '=', 'products.id')
    .where('stock.location_id', '=', locationId);
  const isUnlimited = eb('products.stock', '=', UNLIMITED_STOCK);
  return eb
    .case()
    .when(isUnlimited)
    .then(UNLIMITED_STOCK)
    .else(eb.fn.coalesce(quantity, eb.lit(0)))
    .end();
}

/** If several prices of a product match, the one with the lowest id is its sale price. */
export function isSalePrice(table: string): Expression<SqlBool> {
  const [type, threshold] = ['product_price_type_id', 'from_qty'].map((column) => sql.ref(`${table}.${column}`));
  return sql<SqlBool>`(${type} = ${sql.lit(SALE_PRICE_TYPE)} and ${threshold} is null)`;
}

/** Returns a column of the sale price, see `isSalePrice`; null if the product has none. */
function getSalePriceColumn(column: 'tax_rate_id' | 'ppu' | 'ppu_wt') {
  return createProductsBuilder()
    .selectFrom('product_prices')
    .select(column)
    .whereRef('product_prices.account_id', '=', 'products.account_id')
    .whereRef('product_prices.product_id', '=', 'products.id')
    .where(isSalePrice('product_prices'))
    .orderBy('product_prices.id')
    .limit(1);
}

/** Returns the VAT percentage of the sale price; null if the product has none. */
function getSalePriceVat() {
  return createProductsBuilder()
    .selectFrom('tax_rates')
    .select('tax_rates.value_hundredths')
    .where('tax_rates.id', '=', getSalePriceColumn('tax_rate_id'));
}

function getGroupTitle() {
  return createProductsBuilder()
    .selectFrom('turnover_groups')
    .select('turnover_groups.folded_title')
    .whereRef('turnover_groups.id', '=', 'products.product_group_id');
}

/** Returns the sort terms of the list. The last is the id, so that the order is total. */
export function getProductOrder(scope: StoreScope, selection: ProductSelection): OrderTerm[] {
  const byId: OrderTerm = { by: sql.ref('products.id'), direction: 'asc' };
  const words = splitSearch(selection.q);
  if (selection.sort) return [...getSortTerms(scope, selection.sort), byId];
  return words.length > 0 ? [{ by: rankMatch(words.join(' ')), direction: 'asc' }, byId] : [byId];
}

type SortName = Exclude<NonNullable<ProductSelection['sort']>, `-${string}`>;

function getSortTerms(scope: StoreScope, sort: NonNullable<ProductSelection['sort']>): OrderTerm[] {
  const columns: Readonly<Record<SortName, Expression<unknown>>> = {
    id: sql.ref('products.id'),
    sku: sql.ref('folded_sku'),
    title: sql.ref('folded_title'),
    stock: getScopeStock(scope),
    price: getSalePriceColumn('ppu_wt'),
    price_ex: getSalePriceColumn('ppu'),
    tax_rate: getSalePriceVat(),
    product_group: getGroupTitle(),
  };
  const isDescending = sort.startsWith('-');
  const by = columns[(isDescending ? sort.slice(1) : sort) as SortName];
  const direction = isDescending ? 'desc' : 'asc';
  // Products without a price come last in both directions. The databases sort nulls differently.
  return sort.includes('price') || sort.endsWith('tax_rate')
    ? [
        { by: sql`(${by}) is null`, direction: 'asc' },
        { by, direction },
      ]
    : [{ by, direction }];
}

/** 0: the SKU or barcode equals the text. 1: it starts with it. 2: the title starts with it. 3: anything else. */
function rankMatch(text: string) {
  const { case: choose, lit, or } = createProductsBuilder();
  const code = removeCodeSeparators(text);
  const isCode = (is: typeof equals) =>
    or([is('folded_sku', text), ...(code === null ? [] : [is(getPlainSku(), code), is(getPlainBarcode(), code)])]);
  return choose()
    .when(isCode(equals))
    .then(lit(0))
    .when(isCode(startsWith))
    .then(lit(1))
    .when(startsWith('folded_title', text))
    .then(lit(2))
    .else(lit(3))
    .end();
}
