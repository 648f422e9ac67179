import type { OrderStatus } from '../../../shared/contract/orders.ts';
import type { STOCK_STATES } from '../../../shared/contract/products.ts';
import type { Comparison, Period } from '../../../shared/periods.ts';
import { idField, type PeriodChoice, periodField } from './fields.ts';
import type { Search } from './search.ts';

/** Path and parameters of a page. */
export interface Address {
  readonly path: string;
  readonly search: Search;
  /** The id of the row whose drawer is open there; it is among the first of the list. */
  readonly openRow?: number;
}

/** Choices by the name of their parameter; what is undefined is left out, and null is all of them. */
export function addressOf(path: string, choices: Readonly<Record<string, unknown>> = {}): Address {
  const set = Object.entries(choices).filter(([, value]) => value !== undefined);
  return { path, search: Object.fromEntries(set.map(([name, value]) => [name, textOf(value)])) };
}

function textOf(value: unknown): string {
  return value === null ? idField.write(null) : String(value);
}

interface InPeriod {
  readonly period: PeriodChoice;
}

interface OrderChoices extends InPeriod {
  /** Null for all where another one is preferred. */
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
  readonly status?: readonly OrderStatus[];
  readonly payment_term?: 'direct' | 'invoice';
  readonly is_paid?: boolean;
  readonly customer_id?: number;
  readonly q?: string;
}

export function ordersAddress({ period, ...choices }: OrderChoices): Address {
  return addressOf('/orders', { ...choices, period: periodField.write(period) });
}

export function orderAddress(id: number): Address {
  return addressOf(`/orders/${id}`);
}

interface CatalogChoices {
  readonly q?: string;
  readonly product_group_id?: number;
  readonly stock?: (typeof STOCK_STATES)[number];
  readonly priced?: boolean;
}

export function catalogAddress(choices: CatalogChoices): Address {
  return addressOf('/catalog', { ...choices });
}

/** With the period of its sales, where one was chosen. */
export function productAddress(id: number, period?: PeriodChoice): Address {
  return addressOf(`/catalog/${id}`, period && { period: periodField.write(period) });
}

interface DiscountChoices extends InPeriod {
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
  readonly only_counting?: boolean;
  readonly include_negative?: boolean;
}

export function discountsAddress({ period, ...choices }: DiscountChoices): Address {
  return addressOf('/discounts', { period: periodField.write(period), ...choices });
}

interface ReportChoices extends InPeriod {
  readonly compare?: Comparison;
  readonly shop_id?: readonly number[] | null | undefined;
  readonly location_id?: readonly number[] | null | undefined;
}

export function reportAddress({ period, ...choices }: ReportChoices): Address {
  return addressOf('/report', { period: periodField.write(period), ...choices });
}

interface DayClosingChoices {
  readonly date: string;
  readonly shop_id?: readonly number[];
  readonly location_id?: readonly number[];
}

export function dayClosingAddress(choices: DayClosingChoices): Address {
  return addressOf('/day-closing', { ...choices });
}

/** The customers of that name, the drawer of this one open. */
export function customerAddress({ id, name }: { readonly id: number; readonly name: string }): Address {
  return { ...addressOf('/customers', { q: name }), openRow: id };
}

/** The ledger accounts in the settings, those of this period among them. */
export function ledgerSettingsAddress(period: Period): Address {
  return addressOf('/settings/company', { section: 'ledgers', period: periodField.write(period) });
}

/** `location_id` null for all where another one is preferred. */
export function invoicesAddress(choices: Pick<OrderChoices, 'shop_id' | 'location_id' | 'customer_id'>): Address {
  return addressOf('/invoices', choices);
}
