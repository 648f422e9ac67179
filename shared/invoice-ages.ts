import { addDays, type CalendarDate, countDaysBetween } from './calendar.ts';
import type { FinancialReport } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import { COUNTING_STATUSES, type Order } from './contract/orders.ts';
import { type Amount, fromEuros, toEuros } from './money.ts';
import { MIN_DATE, type Period } from './periods.ts';

/** Brackets of days since the purchase of an invoice. Together they cover all invoices. */
export const AGES = [
  { name: 'to30', from: 0, to: 30 },
  { name: 'to60', from: 31, to: 60 },
  { name: 'to90', from: 61, to: 90 },
  { name: 'over90', from: 91, to: null },
] as const;

/** Invoices open for longer than the usual payment term. */
export const OVERDUE = { name: 'over30', from: 31, to: null } as const;

export type AgeBracket = (typeof AGES)[number]['name'];

export type InvoiceAge = (typeof AGES)[number] | typeof OVERDUE;

/** Whether the page of open invoices lists the order: on account, unpaid and counted. */
export function isOpenInvoice({
  payment_term,
  is_paid,
  status,
}: Pick<Order, 'payment_term' | 'is_paid' | 'status'>): boolean {
  return payment_term === 'invoice' && !is_paid && COUNTING_STATUSES.some((counting) => counting === status);
}

/** Counts the days since the purchase, in shop days. */
export function countDaysOpen({ date_purchased }: Pick<Order, 'date_purchased'>, today: CalendarDate): number {
  return countDaysBetween(date_purchased.slice(0, 10), today);
}

/** Returns the age bracket of an invoice. */
export function getAge(days: number): AgeBracket {
  return AGES.find(({ to }) => to === null || days <= to)?.name ?? 'over90';
}

/** Returns the purchase dates of invoices in an age bracket. */
export function getPurchasePeriod({ from, to }: Pick<InvoiceAge, 'from' | 'to'>, today: CalendarDate): Period {
  return { from: to === null ? MIN_DATE : addDays(today, -to), to: addDays(today, -from) };
}

/**
 * Calculates the balance of open invoices at the end of a report that covers everything up to its last day: sold on
 * account minus payments of invoices; `null` if unknown.
 */
export function calculateOpenBalance({
  not_paid_now: unpaid,
  revenue,
  unknown,
}: Pick<FinancialReport, 'not_paid_now' | 'revenue' | 'unknown'>): Amount | null {
  const { non_revenue } = revenue;
  if (unpaid === null || non_revenue === null || unknown.includes('payments_on_invoice')) return null;
  const sold = fromEuros(unpaid.total_wt) + fromEuros(unpaid.settled_since.total_wt);
  return sold - fromEuros(non_revenue.payments_on_invoice);
}

interface PastBalance {
  readonly known: Amount | null;
  /** Total of the list; `null` if it does not have all invoices of the report. */
  readonly listed: Amount | null;
  /** Maximum difference, because the platform rounds every amount to a cent. */
  readonly tolerance: Amount;
  /** The day as text. */
  readonly until: string;
}

/** Formats a note about the invoices that were open at the end of a past day; `null` if there is nothing to say. */
export function formatBalanceNote(
  { known, listed, tolerance, until }: PastBalance,
  money: (euros: number) => string,
  language: Language,
): string | null {
  if (known === null) {
    return language === 'nl'
      ? `Facturen tot en met ${until} die bij het lezen niet betaald waren: wat sindsdien is betaald, is niet bekend.`
      : `Invoices up to ${until} that were not paid when this was read: what has been paid since is not known.`;
  }
  if (listed === null) return null;
  const isSame = Math.abs(listed - known) <= tolerance;
  const [euros, sum] = [money(toEuros(known)), money(toEuros(listed))];
  if (language === 'nl') {
    const balance = `Op rekening verkocht min betalingen op facturen, tot en met ${until}: ${euros}.`;
    return isSame
      ? `${balance} Dat is het totaal van deze lijst.`
      : `${balance} Deze lijst telt op tot ${sum}: van sommige betaalde facturen is de dag van betaling niet zeker.`;
  }
  const balance = `Sold on account less payments on invoices, up to ${until}: ${euros}.`;
  return isSame
    ? `${balance} That is the total of this list.`
    : `${balance} This list adds up to ${sum}: the day of payment of some paid invoices is not certain.`;
}
