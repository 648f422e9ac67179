import { dateAt } from './calendar.ts';
import type { DayClosing } from './contract/day-closing.ts';
import type { FinancialReport, UnknownFigure, UnknownSection, WholeReport } from './contract/financial-report.ts';
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
  /** Null where the platform does not know it including VAT. */
  readonly turnover: number | null;
  /** Without `otherNonRevenue` where there is none: few platforms have such items. */
  readonly nonRevenue: readonly ReceivedStep<NonRevenueStep>[];
  readonly onAccount: readonly ReceivedStep<OnAccountStep>[];
  /** The sum of all steps, without the figures of `without`; null where a whole section of it is not known. */
  readonly expected: number | null;
  /** The section that is not known; null where there is a sum. */
  readonly lacking: UnknownSection | null;
  /** The sum of the payment methods; null where the platform does not know them. */
  readonly received: number | null;
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
  const { non_revenue: other, total_turnover_wt: turnover } = revenue;
  const step = <Name extends ReceivedStepName>(name: Name, euros: number | null, unknown: UnknownFigure) => {
    const known = knownFigure(report, unknown, euros);
    return { name, euros: known, unknown: known === null ? unknown : null };
  };
  const ofOther = <Name extends NonRevenueStep>(name: Name, figure: OtherFigure, unknown: UnknownFigure) =>
    step(name, other?.[figure] ?? null, other === null ? 'non_revenue' : unknown);
  const minus = (euros: number) => toEuros(0 - fromEuros(euros));
  const nonRevenue = [
    ofOther('giftCards', 'gift_cards', 'non_revenue'),
    ofOther('tips', 'tips', 'tips'),
    ofOther('paymentsOnInvoice', 'payments_on_invoice', 'payments_on_invoice'),
    ofOther('prepayments', 'prepayments', 'prepayments'),
    ...(other === null || other.other === 0 ? [] : [ofOther('otherNonRevenue', 'other', 'non_revenue')]),
  ];
  const onAccount = [
    step('notPaid', unpaid && minus(unpaid.total_wt), 'not_paid_now'),
    step('settled', unpaid && minus(unpaid.settled_since.total_wt), 'not_paid_now'),
  ];
  const lacking =
    turnover === null ? 'revenue_wt' : other === null ? 'non_revenue' : unpaid === null ? 'not_paid_now' : null;
  const expected =
    turnover === null || lacking !== null
      ? null
      : fromEuros(turnover) + sumOf([...nonRevenue, ...onAccount], ({ euros }) => fromEuros(euros ?? 0));
  const received = direct && sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const without = missingParts(report, 'direct');
  const tolerance = perFigure * (1 + nonRevenue.length + onAccount.length + (direct?.payment_methods.length ?? 0));
  const isUncertain = received !== expected && without.length > 0;
  const difference = received === null || expected === null || isUncertain ? null : received - expected;
  return {
    turnover,
    nonRevenue,
    onAccount,
    expected: expected === null ? null : toEuros(expected),
    lacking,
    received: received === null ? null : toEuros(received),
    difference: difference === null ? null : toEuros(difference),
    holds: difference === null ? null : Math.abs(difference) <= tolerance,
    without,
  };
}

type OtherFigure = keyof WholeReport['revenue']['non_revenue'];

/**
 * Whether the day was not over in Amsterdam when its figures were read, whatever the clock and the zone of the reader.
 * `dataAt` is the instant of the data where that is older than the report.
 */
export function isDayUnderWay({ date, report }: Pick<DayClosing, 'date' | 'report'>, dataAt = Infinity): boolean {
  return dateAt(Math.min(Date.parse(report.generated_at), dataAt)) <= date;
}
