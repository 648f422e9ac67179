import type { OrderStatus } from '../../../shared/contract/orders.ts';
import type { STOCK_STATES } from '../../../shared/contract/products.ts';
import type { Comparison, Period } from '../../../shared/periods.ts';
import { idField, type PeriodChoice, periodField } from './fields.ts';
import type { Search } from './search.ts';

/** Path and parameters of a page. */
export interface Address {
  readonly path: string;
  readonly search: Search;
  /** The id of the row whose drawer is open there. The list must have it on its first page. */
  readonly openRow?: number;
}

/** Parameters that are `undefined` are left out; `null` is written as `all`. */
export function createAddress(path: string, choices: Readonly<Record<string, unknown>> = {}): Address {
  const set = Object.entries(choices).filter(([, value]) => value !== undefined);
  return { path, search: Object.fromEntries(set.map(([name, value]) => [name, toParameter(value)])) };
}

function toParameter(value: unknown): string {
  return value === null ? idField.write(null) : String(value);
}

interface InPeriod {
  readonly period: PeriodChoice;
}

interface OrderChoices extends InPeriod {
  /** `null` for all, if the user prefers one shop or location. */
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
  readonly status?: readonly OrderStatus[];
  readonly payment_term?: 'direct' | 'invoice';
  readonly is_paid?: boolean;
  readonly customer_id?: number;
  readonly q?: string;
}

export function getOrdersAddress({ period, ...choices }: OrderChoices): Address {
  return createAddress('/orders', { ...choices, period: periodField.write(period) });
}

export function getOrderAddress(id: number): Address {
  return createAddress(`/orders/${id}`);
}

interface CatalogChoices {
  readonly q?: string;
  readonly product_group_id?: number;
  readonly stock?: (typeof STOCK_STATES)[number];
  readonly priced?: boolean;
}

export function getCatalogAddress(choices: CatalogChoices): Address {
  return createAddress('/catalog', { ...choices });
}

/** `period` is that of the product's sales. */
export function getProductAddress(id: number, period?: PeriodChoice): Address {
  return createAddress(`/catalog/${id}`, period && { period: periodField.write(period) });
}

interface DiscountAddress extends InPeriod {
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
  readonly only_counting?: boolean;
  readonly include_negative?: boolean;
}

export function getDiscountsAddress({ period, ...choices }: DiscountAddress): Address {
  return createAddress('/discounts', { period: periodField.write(period), ...choices });
}

interface ReportChoices extends InPeriod {
  readonly compare?: Comparison;
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
}

export function getReportAddress({ period, ...choices }: ReportChoices): Address {
  return createAddress('/report', { period: periodField.write(period), ...choices });
}

interface DayClosingChoices {
  readonly date: string;
  readonly shop_id?: readonly number[];
  readonly location_id?: readonly number[];
}

export function getDayClosingAddress(choices: DayClosingChoices): Address {
  return createAddress('/day-closing', { ...choices });
}

/** The list of customers with this name, with the drawer of this customer open. */
export function getCustomerAddress({ id, name }: { readonly id: number; readonly name: string }): Address {
  return { ...createAddress('/customers', { q: name }), openRow: id };
}

/** The ledger accounts in the settings, including those of this period. */
export function getLedgerSettingsAddress(period: Period): Address {
  return createAddress('/settings/company', { section: 'ledgers', period: periodField.write(period) });
}

/** `location_id` is `null` for all locations, if the user prefers one. */
export function getInvoicesAddress(choices: Pick<OrderChoices, 'shop_id' | 'location_id' | 'customer_id'>): Address {
  return createAddress('/invoices', choices);
}
