import type { CalendarDate } from './calendar.ts';
import type { Language, LocalizedText } from './contract/language.ts';
import type { Order } from './contract/orders.ts';
import { isInOtherCurrency } from './currency.ts';
import { compareFolded } from './fold-text.ts';
import { AGES, type AgeBracket, countDaysOpen, getAge } from './invoice-ages.ts';
import { type Amount, fromEuros, sumOf } from './money.ts';

/** The fields of an open invoice that are summed. */
export type DebtorInvoice = Pick<Order, 'customer_id' | 'customer_name' | 'currency' | 'date_purchased' | 'value_wt'>;

/** Amounts due from a customer, including VAT, by age of the invoices. */
export interface Debtor extends Readonly<Record<AgeBracket | 'total', Amount>> {
  /** `null` for all unknown customers together. */
  readonly customer_id: number | null;
  /** Empty for unknown customers; `null` if the reader may not see it. */
  readonly customer_name: string | null;
  readonly invoices: number;
  /** Purchase date of the oldest invoice. */
  readonly date_oldest: CalendarDate;
  /** Days since then. */
  readonly oldest: number;
}

/** The amounts of a debtor, by age first. */
export const DEBTOR_AMOUNTS = [...AGES.map(({ name }) => name), 'total'] as const;

const SORT_COLUMNS = ['customer_name', 'customer_id', 'invoices', 'date_oldest', 'oldest', ...DEBTOR_AMOUNTS] as const;

export const DEBTOR_SORTS = SORT_COLUMNS.flatMap((id) => [id, `-${id}`] as const);

export type DebtorSort = (typeof DEBTOR_SORTS)[number];

export const DEFAULT_DEBTOR_SORT = '-total' satisfies DebtorSort;

const UNKNOWN_CUSTOMERS: LocalizedText = { nl: 'Onbekende klanten', en: 'Unknown customers' };

/** Sums open invoices by customer, without those in other currencies. */
export function sumDebtors(invoices: readonly DebtorInvoice[], today: CalendarDate): readonly Debtor[] {
  const summed = invoices.filter((invoice) => !isInOtherCurrency(invoice));
  return [...Map.groupBy(summed, ({ customer_id }) => customer_id)].map(([customer_id, own]) => {
    const byAge = Map.groupBy(own, (invoice) => getAge(countDaysOpen(invoice, today)));
    const sumAge = (age: AgeBracket) => sumOf(byAge.get(age) ?? [], ({ value_wt }) => fromEuros(value_wt));
    const ages = { to30: sumAge('to30'), to60: sumAge('to60'), to90: sumAge('to90'), over90: sumAge('over90') };
    const days = own.map(({ date_purchased }) => date_purchased.slice(0, 10)).toSorted();
    return {
      customer_id,
      customer_name: own[0]?.customer_name ?? null,
      invoices: own.length,
      date_oldest: days[0] ?? today,
      oldest: Math.max(...own.map((invoice) => countDaysOpen(invoice, today))),
      ...ages,
      total: sumOf(Object.values(ages), (amount) => amount),
    };
  });
}

/** Formats the name of a debtor, or the id of a customer without a name; `null` if the reader may not see names. */
export function formatDebtorName(
  { customer_id, customer_name }: Pick<Debtor, 'customer_id' | 'customer_name'>,
  language: Language,
): string | null {
  if (customer_name === null) return null;
  return customer_id === null ? UNKNOWN_CUSTOMERS[language] : customer_name || `#${customer_id}`;
}

/** Sorts by a column, with ties by name and id. Unknown customers are last by name, as in the list of invoices. */
export function sortDebtors(debtors: readonly Debtor[], sort: DebtorSort): readonly Debtor[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace('-', '') as (typeof SORT_COLUMNS)[number];
  const isUnknown = ({ customer_id }: Debtor) => Number(customer_id === null);
  const getKey = (debtor: Debtor) => Number(column === 'date_oldest' ? -debtor.oldest : debtor[column]);
  return debtors.toSorted((one, other) => {
    const nameOrder =
      isUnknown(one) - isUnknown(other) ||
      sign * compareFolded(one.customer_name ?? '', other.customer_name ?? '') ||
      (one.customer_id ?? 0) - (other.customer_id ?? 0);
    return column === 'customer_name' ? nameOrder : sign * (getKey(one) - getKey(other)) || nameOrder;
  });
}
