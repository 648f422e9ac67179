import { type Static, Type } from 'typebox';
import type { Language } from '../../../shared/contract/language.ts';
import { listProducts, MAX_PRODUCTS } from '../../../shared/contract/products.ts';
import { HOME_COUNTRY, type TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { formatRateName, formatRateTitle, isExempt } from '../../../shared/vat-return.ts';
import type { SalePrice } from '../../platform/platform.ts';
import type { Dataset, ExportSource, RowBatch, TextFilters } from '../dataset.ts';
import { drainPages, getId } from '../drain-pages.ts';
import { decodeFilters, describeSelection, type FilterValues, findNamedRecord, refuseUnknown } from './filters.ts';

const productFilters = Type.Omit(listProducts.query, ['start', 'limit']);

export type ProductFilters = Static<typeof productFilters>;

/** A dataset from the list of products. */
export function createProductDataset<Id extends string>(
  declaration: DatasetDeclaration<Id>,
  readRows: (source: ExportSource, query: ProductFilters) => AsyncIterable<RowBatch<Id>>,
): Dataset<Id> {
  return {
    declaration,
    filters: productFilters,
    async select(source, texts) {
      const { query, values } = await decodeProductFilters(source, texts);
      return {
        ...describeSelection(source, declaration, { filters: values }),
        read: () => readRows(source, query),
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
  const group = await findNamedRecord(source, 'turnoverGroups', 'product_group_id', product_group_id);
  const rate = tax_rate_id === undefined ? null : await findRate(source, tax_rate_id);
  const values = {
    group: group?.title,
    taxRate: rate && formatRateTitle(rate, source.language),
    stock,
    priced,
    search: q,
    sort: sort === 'id' && !q ? null : sort,
  };
  return { query, values };
}

export function readProductPages({ platform, caller }: ExportSource, query: ProductFilters) {
  const limit = MAX_PRODUCTS;
  return drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit, getKey: getId });
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
  /** Reads the whole registry, once, if one of these is not a rate of the home country. */
  cover(ids: Iterable<number>): Promise<void>;
  getRate(id: number): TaxRate | undefined;
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
    getRate: (id) => rates.get(id),
  };
}

async function findRate(source: ExportSource, id: number): Promise<TaxRate> {
  const rates = await readTaxRates(source);
  await rates.cover([id]);
  return rates.getRate(id) ?? refuseUnknown('tax_rate_id', id);
}

/** The text shown instead of the 0 of an exempt rate; `null` for any other. */
export function getExemptLabel(rate: TaxRate, language: Language): string | null {
  return isExempt(rate) ? formatRateName(rate, language) : null;
}

/** Empty cells for a product that was never priced. The percentage is empty for a VAT rate that the platform does not list. */
export function createPriceCells(rates: TaxRates, price: SalePrice | null, language: Language): PriceCells {
  if (price === null) return NO_PRICE;
  const rate = rates.getRate(price.tax_rate_id);
  const vat = rate ? { vat: rate.value, vat_label: getExemptLabel(rate, language) } : { vat: null, vat_label: null };
  return { ppu_wt: price.ppu_wt, ppu: price.ppu, ...vat };
}

export function listRateIds(prices: Iterable<SalePrice | null>): number[] {
  return [...prices].flatMap((price) => price?.tax_rate_id ?? []);
}
