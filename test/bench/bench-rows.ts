import type { Row } from './harness/row.ts';
import { discountOrders } from './rows/discount-orders.ts';
import { exportMemory, workbookMemory } from './rows/export-memory.ts';
import { exportToFile } from './rows/export-price-list.ts';
import { lightBesideHeavy } from './rows/light-beside-heavy.ts';
import {
  meDuringCustomers,
  meDuringExport,
  meDuringProductSales,
  meDuringRepair,
  meDuringVerify,
} from './rows/me-during.ts';
import {
  lastOfOrders,
  lastOfOrdersByName,
  lastOfProductSales,
  lastOfProducts,
  lastOfSearch,
} from './rows/paging.ts';
import { priceListClient } from './rows/price-list-client.ts';
import { productById } from './rows/product-by-id.ts';
import { productPrices } from './rows/product-prices.ts';
import { productsPage, productsPages } from './rows/products-page.ts';
import { commonSearch, rareSearch } from './rows/products-search.ts';
import { raggedReport, report } from './rows/report.ts';
import { stallOfDiscounts, stallOfExport, stallOfReport, stallOfWorkbook } from './rows/stalls.ts';
import { start } from './rows/start.ts';
import { webhookEvents, webhookNeighbours } from './rows/webhooks.ts';
import { firstOrders, firstProducts } from './rows/window-first-rows.ts';
import { exportFrames } from './rows/window-frames.ts';
import { keystroke } from './rows/window-keystroke.ts';

/** Every row, in the order of the table. */
export const BENCH_ROWS: readonly Row[] = [
  productsPage,
  productsPages,
  rareSearch,
  commonSearch,
  productById,
  productPrices,
  report,
  raggedReport,
  discountOrders,
  exportToFile,
  priceListClient,
  exportMemory,
  workbookMemory,
  stallOfExport,
  stallOfWorkbook,
  stallOfReport,
  stallOfDiscounts,
  start,
  meDuringExport,
  meDuringProductSales,
  meDuringCustomers,
  meDuringVerify,
  meDuringRepair,
  lightBesideHeavy,
  lastOfProducts,
  lastOfOrders,
  lastOfSearch,
  lastOfOrdersByName,
  lastOfProductSales,
  webhookEvents,
  webhookNeighbours,
  firstProducts,
  firstOrders,
  keystroke,
  exportFrames,
];
