import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import { COUNTING_STATUSES, type Order } from './contract/orders.ts';
import { FIRST_DAY, type Period } from './periods.ts';

/** Days since the purchase of an invoice: up to 30, 60 and 90, and longer. Together these are all invoices. */
export const AGES = [
  { name: 'to30', from: 0, to: 30 },
  { name: 'to60', from: 31, to: 60 },
  { name: 'to90', from: 61, to: 90 },
  { name: 'over90', from: 91, to: null },
] as const;

/** All that is open for longer than the usual term of payment. */
export const OVERDUE = { name: 'over30', from: 31, to: null } as const;

export type AgeBracket = (typeof AGES)[number]['name'];

export type InvoiceAge = (typeof AGES)[number] | typeof OVERDUE;

/** On account, and in the figures: what the page of open invoices lists. */
export function isOpenInvoice({
  payment_term,
  is_paid,
  status,
}: Pick<Order, 'payment_term' | 'is_paid' | 'status'>): boolean {
  return payment_term === 'invoice' && !is_paid && COUNTING_STATUSES.some((counting) => counting === status);
}

/** Days since the purchase, by the days of the shop. */
export function daysOpen({ date_purchased }: Pick<Order, 'date_purchased'>, today: CalendarDate): number {
  return daysBetween(date_purchased.slice(0, 10), today);
}

/** The one of `AGES` that an invoice has that many days after its purchase. */
export function ageAfter(days: number): AgeBracket {
  return AGES.find(({ to }) => to === null || days <= to)?.name ?? 'over90';
}

/** The days on which invoices of an age were sold. */
export function daysOfAge({ from, to }: Pick<InvoiceAge, 'from' | 'to'>, today: CalendarDate): Period {
  return { from: to === null ? FIRST_DAY : addDays(today, -to), to: addDays(today, -from) };
}
