import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems } from '../../../shared/contract/order-items.ts';
import { listOrderPayments } from '../../../shared/contract/order-payments.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { createKeyedQueue, type KeyedQueue } from '../../base/keyed-queue.ts';
import { isBigPage } from '../../workers/big-page.ts';

/** Of one token or key; the next ones wait for them, and for nobody else's. */
const MOST_AT_ONCE = 2;

const HEAVY_ENDPOINTS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  readFinancialReport,
  readTurnoverByDay,
  readPaymentsReport,
  readDayClosing,
  readProductSales,
  listOrderItems,
  listOrderPayments,
  listDiscountOrders,
  listProductChanges,
  listOrderChanges,
]);

/** Calls that read much, by the token or key that they are made with; see `isHeavy`. */
export const createHeavyCalls = (): KeyedQueue => createKeyedQueue(MOST_AT_ONCE);

/** Reports, rows behind figures, feeds, and pages of lists as somebody asks for them who wants all of it. */
export function isHeavy(endpoint: Endpoint, query: unknown): boolean {
  return HEAVY_ENDPOINTS.has(endpoint) || isBigPage(query);
}
