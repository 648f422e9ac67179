import { dateAt } from './calendar.ts';
import type { DayClosing } from './contract/day-closing.ts';
import type { FinancialReport, UnknownFigure } from './contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from './money.ts';
import { knownFigure, missingParts } from './unknown-figures.ts';

/** Received, and no turnover. */
type NonRevenueStep = 'giftCards' | 'tips' | 'paymentsOnInvoice' | 'prepayments' | 'otherNonRevenue';

/** Turnover for which nothing was received at the till: sold on account. */
type OnAccountStep = 'notPaid' | 'settled';

export type ReceivedStepName = 'turnover' | NonRevenueStep | OnAccountStep;

/** A step with the sign of a sum from top to bottom, in euros including VAT. */
export interface ReceivedStep<Name extends ReceivedStepName = ReceivedStepName> {
  readonly name: Name;
  /** Null where the platform does not know it. */
  readonly euros: number | null;
  /** What the platform does not know of it. */
  readonly unknown: UnknownFigure | null;
}

/** How the turnover of a report comes to what was paid by the payment methods. */
interface Received {
  readonly turnover: number;
  /** Without `otherNonRevenue` where there is none: few platforms have such items. */
  readonly nonRevenue: readonly ReceivedStep<NonRevenueStep>[];
  readonly onAccount: readonly ReceivedStep<OnAccountStep>[];
  /** The sum of all steps, of which only those are left out that are not known. */
  readonly expected: number;
  /** The sum of the payment methods. */
  readonly received: number;
  /** received minus expected; null where what is not known may be the reason that it is not 0. */
  readonly difference: number | null;
  /** Whether there is no difference that a platform leaves by rounding; `null` if the difference is not known. */
  readonly holds: boolean | null;
  /** What the sum lacks because the platform does not know it. */
  readonly without: readonly UnknownFigure[];
}

/**
 * Computed from the single figures, not from the totals of the report: so that it shows where these do not agree.
 * `perFigure` as of `reportChecks`.
 */
export function receivedOf(report: FinancialReport, perFigure: Amount = 0): Received {
  const { revenue, not_paid_now: unpaid, direct_paid: direct } = report;
  const { non_revenue: other } = revenue;
  const step = <Name extends ReceivedStepName>(name: Name, euros: number, unknown: UnknownFigure | null = null) => {
    const known = unknown === null ? euros : knownFigure(report, unknown, euros);
    return { name, euros: known, unknown: known === null ? unknown : null };
  };
  const minus = (euros: number) => toEuros(0 - fromEuros(euros));
  const nonRevenue = [
    step('giftCards', other.gift_cards),
    step('tips', other.tips, 'tips'),
    step('paymentsOnInvoice', other.payments_on_invoice, 'payments_on_invoice'),
    step('prepayments', other.prepayments, 'prepayments'),
    ...(other.other === 0 ? [] : [step('otherNonRevenue', other.other)]),
  ];
  const onAccount = [step('notPaid', minus(unpaid.total_wt)), step('settled', minus(unpaid.settled_since.total_wt))];
  const turnover = revenue.total_turnover_wt;
  const expected = fromEuros(turnover) + sumOf([...nonRevenue, ...onAccount], ({ euros }) => fromEuros(euros ?? 0));
  const received = sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const without = missingParts(report, 'direct');
  const tolerance = perFigure * (1 + nonRevenue.length + onAccount.length + direct.payment_methods.length);
  const difference = received !== expected && without.length > 0 ? null : received - expected;
  return {
    turnover,
    nonRevenue,
    onAccount,
    expected: toEuros(expected),
    received: toEuros(received),
    difference: difference === null ? null : toEuros(difference),
    holds: difference === null ? null : Math.abs(difference) <= tolerance,
    without,
  };
}

/**
 * Whether the day was not over in Amsterdam when its figures were read, whatever the clock and the zone of the reader.
 * `dataAt` is the instant of the data where that is older than the report.
 */
export function isDayUnderWay({ date, report }: Pick<DayClosing, 'date' | 'report'>, dataAt = Infinity): boolean {
  return dateAt(Math.min(Date.parse(report.generated_at), dataAt)) <= date;
}
