import type { ExportPlatform } from './export-platform.ts';

/** Runs a call of the platform in its own way. */
export type Around = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** The platform, with something around each of its calls. */
export function aroundCalls(platform: ExportPlatform, around: Around): ExportPlatform {
  return {
    listReference: (caller, kind) => around(() => platform.listReference(caller, kind)),
    searchProducts: (caller, query) => around(() => platform.searchProducts(caller, query)),
    findProduct: (caller, id) => around(() => platform.findProduct(caller, id)),
    listProductPrices: (caller, query) => around(() => platform.listProductPrices(caller, query)),
    readPriceList: (caller, query, after) => around(() => platform.readPriceList(caller, query, after)),
    listCustomers: (caller, query) => around(() => platform.listCustomers(caller, query)),
    listOrders: (caller, query) => around(() => platform.listOrders(caller, query)),
    readDiscountOrders: (caller, query, after) =>
      around(() => platform.readDiscountOrders(caller, query, after)),
    readReport: (caller, kind, query) => around(() => platform.readReport(caller, kind, query)),
  };
}
