import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { PRODUCT_SORTS, STOCK_STATES } from '../../../shared/contract/products.ts';
import { splitSearch } from '../../../shared/search-text.ts';
import { byDialect } from '../dialects/dialect.ts';
import {
  codeIn,
  contains,
  equals,
  isIndexed,
  lowered,
  separatorsRemoved,
  startsInIndex,
  startsWith,
} from '../dialects/expressions.ts';
import type { OrderTerm } from '../list-reader.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

export interface ProductSelection {
  /**
   * Every word must occur in title or SKU, or the whole text is how the barcode begins. Case and accents, and separators
   * of codes, do not matter.
   */
  readonly q?: string | undefined;
  readonly product_group_id?: number | undefined;
  /** Of the sale price. */
  readonly tax_rate_id?: number | undefined;
  readonly stock?: (typeof STOCK_STATES)[number] | undefined;
  /** Whether there is a sale price. */
  readonly priced?: boolean | undefined;
  readonly sort?: (typeof PRODUCT_SORTS)[number] | undefined;
}

const products = () => expressionBuilder<StoreSchema, 'products'>();

export function selectedProducts(scope: StoreScope, selection: ProductSelection): Expression<SqlBool> {
  const eb = products();
  const { product_group_id, tax_rate_id, stock, priced } = selection;
  const terms: Expression<SqlBool>[] = [eb('products.account_id', '=', scope.accountId)];
  const words = splitSearch(selection.q);
  if (words.length > 0) terms.push(namedOrCoded(scope, words));
  if (product_group_id !== undefined) terms.push(eb('product_group_id', '=', product_group_id));
  if (tax_rate_id !== undefined) terms.push(eb(ofSalePrice('tax_rate_id'), '=', tax_rate_id));
  if (stock !== undefined) terms.push(eb(stockOf(scope), STOCK_OPERATOR[stock], 0));
  if (priced !== undefined) terms.push(eb(ofSalePrice('tax_rate_id'), priced ? 'is not' : 'is', null));
  return eb.and(terms);
}

/** Products of which every word of `q` occurs in title or SKU; all if it has no words. */
export function namedProducts(q: string | undefined): Expression<SqlBool> {
  const words = splitSearch(q);
  return words.length === 0 ? sql<SqlBool>`1 = 1` : namedBy(words);
}

/**
 * Named by every word. SQLite looks all of its indexed words up at once, and compares the others with each row: one list
 * per word would be read again for every row of another.
 */
function namedBy(words: readonly string[]): Expression<SqlBool> {
  const { and } = products();
  const [indexed, others] = [words.filter(isIndexed), words.filter((word) => !isIndexed(word))];
  const isFound = sql<SqlBool>`products.id in (${idsFound(indexed)})`;
  return byDialect({
    sqlite: and([...(indexed.length > 0 ? [isFound] : []), ...others.map(isPartOfName)]),
    postgres: and(words.map(isPartOfName)),
  });
}

/** Ids out of the search index of SQLite: of products that all of these words are in. */
function idsFound(indexed: readonly string[]): RawBuilder<unknown> {
  const match = indexed.map((word) => `(${phraseOf(word)})`).join(' AND ');
  return sql`select rowid from product_search where product_search match ${match}`;
}

/** Named by every word, or with a barcode that begins with the whole text. */
function namedOrCoded({ accountId }: StoreScope, words: readonly string[]): Expression<SqlBool> {
  const start = codeIn(words.join(''));
  if (start === null) return namedBy(words);
  const isNamedOrCoded = products().or([namedBy(words), startsInIndex(plainBarcode(), start)]);
  // SQLite would read all products of the account for two conditions, and looks one list of ids up.
  const coded = sql`select id from products as coded
    where coded.account_id = ${accountId} and ${startsInIndex(plainBarcode('coded'), start)}`;
  return byDialect({
    sqlite: words.every(isIndexed) ? sql<SqlBool>`products.id in (${idsFound(words)} union ${coded})` : isNamedOrCoded,
    postgres: isNamedOrCoded,
  });
}

const plainBarcode = (table = 'products') => separatorsRemoved(lowered(`${table}.barcode`));

function isPartOfName(word: string): Expression<SqlBool> {
  const parts = [contains('folded_title', word), contains('folded_sku', word)];
  const code = codeIn(word);
  if (code !== null) parts.push(contains(plainSku(), code));
  return products().or(parts);
}

/** A word without separators is looked for in all columns anyway. */
function phraseOf(word: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const code = codeIn(word);
  return code === null || code === word ? quoted(word) : `${quoted(word)} OR plain_sku : ${quoted(code)}`;
}

const plainSku = () => separatorsRemoved(sql.ref('products.folded_sku'));

const STOCK_OPERATOR = { negative: '<', none: '=', positive: '>' } as const;

/** The stock of a product that never runs out, in 1/1000: more than any other has. */
export const UNLIMITED_STOCK = 1_000_000_000_000;

/** Stock over the locations of the scope, 0 where nothing is known; the outer query has `products`. */
export function stockOf({ accountId, locationId }: StoreScope): Expression<number> {
  const eb = products();
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

/** Of several such rows of a product the one with the lowest id is its sale price. */
export function isSalePrice(table: string): Expression<SqlBool> {
  const [type, threshold] = ['product_price_type_id', 'from_qty'].map((column) => sql.ref(`${table}.${column}`));
  return sql<SqlBool>`(${type} = ${sql.lit(SALE_PRICE_TYPE)} and ${threshold} is null)`;
}

/** A column of the sale price: of type 1, without threshold, the row with the lowest id. Null: never priced. */
function ofSalePrice(column: 'tax_rate_id' | 'ppu' | 'ppu_wt') {
  return products()
    .selectFrom('product_prices')
    .select(column)
    .whereRef('product_prices.account_id', '=', 'products.account_id')
    .whereRef('product_prices.product_id', '=', 'products.id')
    .where(isSalePrice('product_prices'))
    .orderBy('product_prices.id')
    .limit(1);
}

/** The percentage of VAT of the sale price; null where there is none. */
function vatOfSalePrice() {
  return products()
    .selectFrom('tax_rates')
    .select('tax_rates.value_hundredths')
    .where('tax_rates.id', '=', ofSalePrice('tax_rate_id'));
}

function titleOfGroup() {
  return products()
    .selectFrom('turnover_groups')
    .select('turnover_groups.folded_title')
    .whereRef('turnover_groups.id', '=', 'products.product_group_id');
}

/** The order of the rows, total by a last term on the id. */
export function productOrder(scope: StoreScope, selection: ProductSelection): OrderTerm[] {
  const byId: OrderTerm = { by: sql.ref('products.id'), direction: 'asc' };
  const words = splitSearch(selection.q);
  if (selection.sort) return [...sortTerms(scope, selection.sort), byId];
  return words.length > 0 ? [{ by: searchRank(words.join(' ')), direction: 'asc' }, byId] : [byId];
}

type SortName = Exclude<NonNullable<ProductSelection['sort']>, `-${string}`>;

function sortTerms(scope: StoreScope, sort: NonNullable<ProductSelection['sort']>): OrderTerm[] {
  const columns: Readonly<Record<SortName, Expression<unknown>>> = {
    id: sql.ref('products.id'),
    sku: sql.ref('folded_sku'),
    title: sql.ref('folded_title'),
    stock: stockOf(scope),
    price: ofSalePrice('ppu_wt'),
    price_ex: ofSalePrice('ppu'),
    tax_rate: vatOfSalePrice(),
    product_group: titleOfGroup(),
  };
  const isDescending = sort.startsWith('-');
  const by = columns[(isDescending ? sort.slice(1) : sort) as SortName];
  const direction = isDescending ? 'desc' : 'asc';
  // Either way the products without a price come last, which the databases do not agree on.
  return sort.includes('price') || sort.endsWith('tax_rate')
    ? [
        { by: sql`(${by}) is null`, direction: 'asc' },
        { by, direction },
      ]
    : [{ by, direction }];
}

/** 0 is the SKU or barcode itself, 1 one that begins with the text, 2 a title that does, 3 anything else. */
function searchRank(text: string) {
  const { case: choose, lit, or } = products();
  const code = codeIn(text);
  const isCode = (is: typeof equals) =>
    or([is('folded_sku', text), ...(code === null ? [] : [is(plainSku(), code), is(plainBarcode(), code)])]);
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
