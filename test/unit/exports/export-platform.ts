import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, ReferenceRecords } from '../../../electron/platform/platform.ts';
import type { ExportManifest, ExportRequest } from '../../../shared/contract/exports.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { sampleProduct } from '../../support/sample-product.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const REFERENCE: { [K in keyof ReferenceRecords]: ReferenceRecords[K][] } = {
  shops: [
    {
      id: 14,
      title: 'Kassa Utrecht',
      type: 'pos',
      location_id: 11,
      ...nl(),
      currency: 'EUR',
      is_active: true,
    },
    {
      id: 17,
      title: 'Webshop',
      type: 'webshop',
      location_id: null,
      ...nl(),
      currency: 'EUR',
      is_active: true,
    },
  ],
  segments: [],
  locations: [
    {
      id: 11,
      title: 'Utrecht',
      street: 'Neude',
      house_number: '1',
      postal_code: '3512 AD',
      city: 'Utrecht',
      ...nl(),
      is_active: true,
    },
  ],
  turnoverGroups: [{ id: 101, code: '8000', title: 'Boeken' }],
  paymentMethods: [],
  paymentProviders: [],
  taxRates: [
    { id: 201, name: '21%', value: 21, ...nl(), alias: 'nl-high' },
    { id: 200, name: 'Vrijgesteld', value: 0, ...nl(), alias: 'nl-exempt' },
    { id: 202, name: '5,5%', value: 5.5, country_iso2: 'FR', alias: 'fr-low' },
  ],
};

function nl() {
  return { country_iso2: 'NL' };
}

/** A platform with a little reference data and the methods of the test. */
export function exportPlatform(methods: Partial<Platform>): Platform {
  const listReference: Platform['listReference'] = async (_caller, kind, country) => {
    const { [kind]: records } = REFERENCE;
    const isAsked = (record: object) => 'country_iso2' in record && record.country_iso2 === country;
    return country === undefined ? records : records.filter(isAsked);
  };
  return createStandInPlatform({ listReference, ...methods });
}

/** An exporter on 21 November 2026, half an hour past midnight in Amsterdam. */
export function exporterOver(methods: Partial<Platform>, ledgers: Ledgers = {}) {
  const clock = createFixedClock('2026-11-21T00:30:00+01:00');
  const platform = exportPlatform(methods);
  return createPlainExporter({ platform, ledgers: async () => ledgers, clock });
}

type Exporter = ReturnType<typeof exporterOver>;
type Asked = Pick<ExportRequest, 'dataset'> & Partial<ExportRequest>;

/** Exports for the Dutch Excel, by default in Dutch. */
function requestOf(asked: Asked): ExportRequest {
  return { filters: {}, format: 'csv', profile: 'excel', language: 'nl', ...asked };
}

/** Returns the file name that the exporter chooses for these filters. */
export function nameOf(asked: Asked, caller: Caller = CALLER, exporter: Exporter = exporterOver({})) {
  return exporter.suggestFileName(requestOf(asked), caller, new AbortController().signal);
}

interface SavedExport {
  readonly manifest: ExportManifest;
  readonly bytes: Buffer;
  readonly text: string;
}

export async function saveWith(exporter: Exporter, asked: Asked, caller: Caller): Promise<SavedExport> {
  const { path, manifest } = await exporter.run({
    request: requestOf(asked),
    caller,
    targetPath: join(temporaryFolder(), 'export.file'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const bytes = readFileSync(path);
  return { manifest, bytes, text: bytes.toString() };
}

export const CALLER: Caller = STAND_IN_CALLER;

export function product(id: number, changes: Partial<Product> = {}): Product {
  return sampleProduct({
    ...{ id, sku: `SKU-${id}`, title: `Product ${id}` },
    ...{ product_group_id: 101, stock: 0, shop_product_id: id },
    ...changes,
  });
}

export function price(id: number, product_id: number, changes: Partial<ProductPrice> = {}): ProductPrice {
  const type = changes.product_price_type_id ?? 1;
  return {
    id,
    product_id,
    product_price_type_id: type,
    is_sale_price: type === 1,
    ppu: 10,
    ppu_wt: 12.1,
    tax_rate_id: 201,
    currency: 'EUR',
    from_qty: null,
    ...changes,
  };
}

/** The two catalog lists of the port over these rows, page by page. */
export function catalogOf(products: readonly Product[], prices: readonly ProductPrice[]) {
  const searchProducts: Platform['searchProducts'] = async (_caller, { start, limit }) => {
    return { total: products.length, rows: products.slice(start, start + limit) };
  };
  const listProductPrices: Platform['listProductPrices'] = async (_caller, query) => {
    const wanted = prices.filter(({ product_id }) => query.product_ids.includes(product_id));
    return { total: wanted.length, rows: wanted.slice(query.start, query.start + query.limit) };
  };
  return { methods: { searchProducts, listProductPrices } satisfies Partial<Platform> };
}
