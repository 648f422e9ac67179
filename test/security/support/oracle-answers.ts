import { createHmac } from 'node:crypto';
import { NONCE, NOW } from '../../support/running-service.ts';
import { selectedPrices, selectedProducts, selectedStock } from './oracle-catalog.ts';
import { discountOrders, orderItems, orderPayments, selectedOrders } from './oracle-orders.ts';
import type { Meanings } from './oracle-query.ts';
import {
  dayClosing,
  financialReport,
  paymentsReport,
  productSales,
  sum,
  turnoverByDay,
} from './oracle-reports.ts';
import type { OracleShop } from './oracle-shop.ts';
import { hasWords } from './oracle-text.ts';

type Row = Record<string, unknown>;

const listed = (data: readonly unknown[]) => ({ count: data.length, total: data.length, data });

const paged = (rows: readonly unknown[], { start, limit }: Meanings) => {
  const data = rows.slice(Number(start), Number(start) + Number(limit));
  return { start, limit, count: data.length, total: rows.length, data };
};

/** All of the fixture shop was written at one moment, at which the clock stands still. */
function changedSince(records: readonly unknown[], { since, limit }: Meanings): Row {
  const total = Number(since) <= Date.parse(NOW) ? records.length : 0;
  const count = Math.min(total, Number(limit));
  return { count, total, has_more: count < total };
}

const period = ({ from, to }: Meanings) => ({ from, to });

/** Members that the answer to an accepted query has, with the values they have to have. */
export function expectedAnswer(endpoint: string, query: Meanings, shop: OracleShop): Row {
  switch (endpoint) {
    case 'GET /health':
      return { status: 'ok', hmac: proof(query.challenge) };
    case 'GET /api/tax-rates':
      return listed(
        shop.rates.filter(({ country_iso2: country }) => country === (query.country_iso2 ?? country)),
      );
    case 'GET /api/products':
      return { q: query.q ?? '', ...paged(selectedProducts(shop, query), query) };
    case 'GET /api/product-prices':
      return paged(selectedPrices(shop, query), query);
    case 'GET /api/stock':
      return paged(selectedStock(shop, query), query);
    case 'GET /api/customers':
      return paged(
        shop.customers.filter(({ name, email }) => hasWords(query.q, name, email)),
        query,
      );
    case 'GET /api/orders':
      return paged(selectedOrders(shop, query), query);
    case 'GET /api/products/delta':
      return changedSince(shop.products, query);
    case 'GET /api/orders/delta':
      return changedSince(shop.orders, query);
    case 'GET /api/discount-orders':
      return { ...period(query), shop_id: query.shop_id ?? null, ...listed(discountOrders(shop, query)) };
    case 'GET /api/order-items': {
      const items = orderItems(shop, query);
      return { ...paged(items, query), sums: sumsOfItems(items) };
    }
    case 'GET /api/order-payments': {
      const payments = orderPayments(shop, query);
      return { ...paged(payments, query), sums: { amount: sum(payments, ({ amount }) => amount) } };
    }
    default:
      return expectedReport(endpoint, query, shop);
  }
}

function expectedReport(endpoint: string, query: Meanings, shop: OracleShop): Row {
  switch (endpoint) {
    case 'GET /api/financial-report':
      return { ...period(query), ...financialReport(shop, query) };
    case 'GET /api/reports/turnover-by-day':
      return { ...period(query), ...listed(turnoverByDay(shop, query)) };
    case 'GET /api/reports/payments': {
      const { data, totals } = paymentsReport(shop, query);
      return { ...period(query), ...listed(data), totals };
    }
    case 'GET /api/reports/day-closing':
      return dayClosing(shop, query);
    case 'GET /api/reports/product-sales': {
      const { rows, sums } = productSales(shop, query);
      return { ...paged(rows, query), sums };
    }
    default:
      return expectedPlain(endpoint, shop);
  }
}

/** Endpoints without parameters answer what they always answer. */
function expectedPlain(endpoint: string, { plain }: OracleShop): Row {
  const answer = plain.get(endpoint.replace('GET ', ''));
  if (typeof answer !== 'object' || answer === null) throw new Error(`no oracle for ${endpoint}`);
  return { ...answer };
}

function proof(challenge: unknown): string | undefined {
  if (typeof challenge !== 'string') return undefined;
  return createHmac('sha256', Buffer.from(NONCE, 'hex')).update(Buffer.from(challenge, 'hex')).digest('hex');
}

function sumsOfItems(items: ReturnType<typeof orderItems>): Row {
  return {
    quantity: sum(items, ({ quantity }) => quantity),
    value: sum(items, ({ value_ex_wt }) => value_ex_wt),
    value_wt: sum(items, ({ value_wt }) => value_wt),
    cost: sum(items, ({ cost_value_ex }) => cost_value_ex),
  };
}
