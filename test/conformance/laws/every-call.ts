import { type TSchema, Type } from 'typebox';
import type { Caller } from '../../../electron/base/caller.ts';
import type { FeedName, Platform, ReferenceKind, ReportKind, Reports } from '../../../electron/platform/platform.ts';
import { OrderChange, ProductChange } from '../../../shared/contract/changes.ts';
import { Customer, listCustomers, Segment } from '../../../shared/contract/customers.ts';
import { DayClosing } from '../../../shared/contract/day-closing.ts';
import { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { Location } from '../../../shared/contract/locations.ts';
import { OrderItemRow, OrderItemSums, OrderPaymentRow } from '../../../shared/contract/order-rows.ts';
import { listOrders, Order, OrderWithDetails } from '../../../shared/contract/orders.ts';
import { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import { PaymentsOfDay, PaymentsOfMethod } from '../../../shared/contract/payments-report.ts';
import { ProductPrice } from '../../../shared/contract/product-prices.ts';
import { ProductSalesRow, ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import { Product, ProductWithPrices } from '../../../shared/contract/products.ts';
import { Shop } from '../../../shared/contract/shops.ts';
import { StockRow } from '../../../shared/contract/stock.ts';
import { TaxRate } from '../../../shared/contract/tax-rates.ts';
import { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { nullable } from '../../../shared/contract/values.ts';
import { CUSTOMER, ORDER, PRODUCT } from '../../support/shop-fixture.ts';
import { ALWAYS, OCTOBER } from '../known-shop.ts';

/** A call of the port, with the form of its answer. */
export interface PortCall {
  readonly name: string;
  readonly answer: TSchema;
  ask(platform: Platform, caller: Caller): Promise<unknown>;
}

const PAGE = { start: 0, limit: 200 };

const YEAR = { ...ALWAYS, ...PAGE };

const page = (row: TSchema, further = {}) => Type.Object({ total: Type.Integer(), rows: Type.Array(row), ...further });

const sums = (schema: TSchema) => ({ sums: schema });

const ORDER_SUMS = sums(listOrders.response.properties.sums);

const PriceListRow = Type.Object({
  ...Type.Pick(Product, ['id', 'sku', 'title']).properties,
  salePrice: nullable(Type.Pick(ProductPrice, ['ppu', 'ppu_wt', 'tax_rate_id'])),
});

const REFERENCES: Readonly<Record<ReferenceKind, TSchema>> = {
  shops: Shop,
  locations: Location,
  turnoverGroups: TurnoverGroup,
  paymentMethods: PaymentMethod,
  paymentProviders: PaymentMethod,
  taxRates: TaxRate,
  segments: Segment,
};

const REFERENCE_KINDS = Object.keys(REFERENCES) as ReferenceKind[];

const REPORTS: { [Kind in ReportKind]: { answer: TSchema; query: Reports[Kind]['query'] } } = {
  financial: { answer: FinancialReport, query: OCTOBER },
  turnoverByDay: { answer: Type.Array(TurnoverDay), query: OCTOBER },
  payments: {
    answer: Type.Object({ rows: Type.Array(PaymentsOfDay), totals: Type.Array(PaymentsOfMethod) }),
    query: OCTOBER,
  },
  dayClosing: { answer: DayClosing, query: { date: '2026-10-05' } },
  productSales: { answer: page(ProductSalesRow, sums(ProductSalesSums)), query: YEAR },
};

const LISTS: readonly PortCall[] = [
  { name: 'searchProducts', answer: page(Product), ask: (p, caller) => p.searchProducts(caller, PAGE) },
  {
    name: 'listProductPrices',
    answer: page(ProductPrice),
    ask: (p, caller) => p.listProductPrices(caller, { ...PAGE, product_ids: Object.values(PRODUCT) }),
  },
  {
    name: 'readPriceList',
    answer: Type.Object({ rows: Type.Array(PriceListRow), next: nullable(Type.String()) }),
    ask: (p, caller) => p.readPriceList(caller, {}, null),
  },
  { name: 'listStock', answer: page(StockRow), ask: (p, caller) => p.listStock(caller, PAGE) },
  {
    name: 'listCustomers',
    answer: page(Customer, sums(listCustomers.response.properties.sums)),
    ask: (p, caller) => p.listCustomers(caller, PAGE),
  },
  { name: 'listOrders', answer: page(Order, ORDER_SUMS), ask: (p, caller) => p.listOrders(caller, YEAR) },
  {
    name: 'listOrders with its lines',
    answer: page(Type.Required(Order), ORDER_SUMS),
    ask: (p, caller) => p.listOrders(caller, { ...YEAR, include: ['items', 'payments'] }),
  },
  {
    name: 'readDiscountOrders',
    answer: Type.Object({ rows: Type.Array(DiscountOrder), next: nullable(Type.String()) }),
    ask: (p, caller) => p.readDiscountOrders(caller, { ...ALWAYS, only_full: false, include_negative: true }, null),
  },
  {
    name: 'listDiscountOrders',
    answer: Type.Array(DiscountOrder),
    ask: (p, caller) => p.listDiscountOrders(caller, { ...ALWAYS, only_full: false, include_negative: true }),
  },
  {
    name: 'listOrderItems',
    answer: page(OrderItemRow, sums(OrderItemSums)),
    ask: (p, caller) => p.listOrderItems(caller, YEAR),
  },
  {
    name: 'listOrderPayments',
    answer: page(OrderPaymentRow, sums(Type.Object({ amount: Type.Number() }))),
    ask: (p, caller) => p.listOrderPayments(caller, YEAR),
  },
];

const FEEDS: { readonly [Feed in FeedName]: TSchema } = { products: ProductChange, orders: OrderChange };

const CHANGES: readonly PortCall[] = (Object.keys(FEEDS) as FeedName[]).map((feed) => ({
  name: `readChanges ${feed}`,
  answer: page(FEEDS[feed], { next: Type.String(), hasMore: Type.Boolean() }),
  ask: (p, caller) => p.readChanges(caller, feed, { after: { since: 0 }, limit: 200 }),
}));

const RECORDS: readonly PortCall[] = [
  ...[PRODUCT.cafe, PRODUCT.lamp, PRODUCT.beta].map((id) => ({
    name: `findProduct ${id}`,
    answer: nullable(ProductWithPrices),
    ask: (p: Platform, caller: Caller) => p.findProduct(caller, id),
  })),
  ...Object.values(CUSTOMER).map((id) => ({
    name: `findCustomer ${id}`,
    answer: nullable(Customer),
    ask: (p: Platform, caller: Caller) => p.findCustomer(caller, id),
  })),
  ...Object.values(ORDER).map((id) => ({
    name: `findOrder ${id}`,
    answer: nullable(OrderWithDetails),
    ask: (p: Platform, caller: Caller) => p.findOrder(caller, id),
  })),
];

/** Every method of the port that acts as a caller. Lists ask for as much as they can show. */
export const EVERY_CALL: readonly PortCall[] = [
  ...REFERENCE_KINDS.map((kind) => ({
    name: `listReference ${kind}`,
    answer: Type.Array(REFERENCES[kind]),
    ask: (p: Platform, caller: Caller) => p.listReference(caller, kind),
  })),
  ...LISTS,
  ...CHANGES,
  ...RECORDS,
  ...(Object.keys(REPORTS) as ReportKind[]).map((kind) => ({
    name: `readReport ${kind}`,
    answer: REPORTS[kind].answer,
    ask: (p: Platform, caller: Caller) => p.readReport(caller, kind, REPORTS[kind].query),
  })),
];

/**
 * An answer without what may differ between two calls: the time of a report, and the text of a feed position, which can
 * be encoded in several ways.
 */
export function withoutMoment(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, function (this: object, key, member) {
      return key === 'generated_at' || (key === 'next' && 'hasMore' in this) ? undefined : member;
    }),
  );
}
