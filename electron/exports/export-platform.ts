import type { Platform } from '../platform/platform.ts';

/** What exports read: the platform in process, or the API of a running service. */
export type ExportPlatform = Pick<
  Platform,
  | 'listReference'
  | 'searchProducts'
  | 'findProduct'
  | 'listProductPrices'
  | 'readPriceList'
  | 'listCustomers'
  | 'listOrders'
  | 'readDiscountOrders'
  | 'readReport'
>;
