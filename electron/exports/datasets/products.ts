import { type Static, Type } from 'typebox';
import type { Language } from '../../../shared/contract/language.ts';
import { listProducts, MAX_PRODUCTS } from '../../../shared/contract/products.ts';
import { HOME_COUNTRY, type TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { formatRateName, isExempt, rateTitle } from '../../../shared/vat-return.ts';
import type { SalePrice } from '../../platform/platform.ts';
import type { Dataset, ExportSource, RowBatch, TextFilters } from '../dataset.ts';
import { drainPages, idOf } from '../drain-pages.ts';
import { decodeFilters, describeSelection, type FilterValues, recordNamedBy, refuseUnknown } from './filters.ts';

const productFilters = Type.Omit(listProducts.query, ['start', 'limit']);

export type ProductFilters = Static<typeof productFilters>;

/** A dataset that is made from the list of products. */
export function productDataset<Id extends string>(
  declaration: DatasetDeclaration<Id>,
  rowsOf: (source: ExportSource, query: ProductFilters) => AsyncIterable<RowBatch<Id>>,
): Dataset<Id> {
  return {
    declaration,
    filters: productFilters,
    async select(source, texts) {
      const { query, values } = await decodeProductFilters(source, texts);
      return {
        ...describeSelection(source, declaration, { filters: values }),
        read: () => rowsOf(source, query),
      };
    },
  };
}

async function decodeProductFilters(
  source: ExportSource,
  texts: TextFilters,
): Promise<{ query: ProductFilters; values: FilterValues }> {
  const query = decodeFilters(productFilters, texts);
  const { q, product_group_id, tax_rate_id, stock, priced, sort } = query;
  const group = await recordNamedBy(source, 'turnoverGroups', 'product_group_id', product_group_id);
  const rate = tax_rate_id === undefined ? null : await rateNamedBy(source, tax_rate_id);
  const values = {
    group: group?.title,
    taxRate: rate && rateTitle(rate, source.language),
    stock,
    priced,
    search: q,
    sort: sort === 'id' && !q ? null : sort,
  };
  return { query, values };
}

export function productPages({ platform, caller }: ExportSource, query: ProductFilters) {
  const limit = MAX_PRODUCTS;
  return drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit, keyOf: idOf });
}

export interface PriceCells {
  readonly ppu_wt: number | null;
  readonly ppu: number | null;
  /** Percentage. */
  readonly vat: number | null;
  readonly vat_label: string | null;
}

const NO_PRICE: PriceCells = { ppu_wt: null, ppu: null, vat: null, vat_label: null };

export interface TaxRates {
  /** Reads the whole registry, once, where one of these is no rate of the home country. */
  cover(ids: Iterable<number>): Promise<void>;
  rateOf(id: number): TaxRate | undefined;
}

/** The tax rates for one export. */
export async function readTaxRates({ platform, caller }: ExportSource): Promise<TaxRates> {
  const rates = new Map<number, TaxRate>();
  let isWhole = false;

  async function read(country?: string): Promise<void> {
    for (const rate of await platform.listReference(caller, 'taxRates', country)) rates.set(rate.id, rate);
  }

  await read(HOME_COUNTRY);
  return {
    async cover(ids) {
      if (isWhole || [...ids].every((id) => rates.has(id))) return;
      await read();
      isWhole = true;
    },
    rateOf: (id) => rates.get(id),
  };
}

async function rateNamedBy(source: ExportSource, id: number): Promise<TaxRate> {
  const rates = await readTaxRates(source);
  await rates.cover([id]);
  return rates.rateOf(id) ?? refuseUnknown('tax_rate_id', id);
}

/** What readers have instead of the 0 of a rate that is exempt; null for any other. */
export function exemptLabel(rate: TaxRate, language: Language): string | null {
  return isExempt(rate) ? formatRateName(rate, language) : null;
}

/** Empty cells for a product that was never priced. The percentage is empty for a VAT rate that the platform does not list. */
export function priceCells(rates: TaxRates, price: SalePrice | null, language: Language): PriceCells {
  if (price === null) return NO_PRICE;
  const rate = rates.rateOf(price.tax_rate_id);
  const vat = rate ? { vat: rate.value, vat_label: exemptLabel(rate, language) } : { vat: null, vat_label: null };
  return { ppu_wt: price.ppu_wt, ppu: price.ppu, ...vat };
}

export function rateIdsOf(prices: Iterable<SalePrice | null>): number[] {
  return [...prices].flatMap((price) => price?.tax_rate_id ?? []);
}
