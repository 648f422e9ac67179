import { getDateAt } from './calendar.ts';
import type { DayClosing } from './contract/day-closing.ts';
import type { FinancialReport, UnknownFigure, UnknownSection, WholeReport } from './contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from './money.ts';
import { getKnownFigure, listMissingParts } from './unknown-figures.ts';

/** Receipts that are not turnover. */
type NonRevenueStep = 'giftCards' | 'tips' | 'paymentsOnInvoice' | 'prepayments' | 'otherNonRevenue';

/** Turnover without receipts at the till, sold on account. */
type OnAccountStep = 'notPaid' | 'settled';

export type ReceivedStepName = 'turnover' | NonRevenueStep | OnAccountStep;

/** A step in euros including VAT, with its sign in a sum from top to bottom. */
export interface ReceivedStep<Name extends ReceivedStepName = ReceivedStepName> {
  readonly name: Name;
  /** `null` if the platform does not know it. */
  readonly euros: number | null;
  /** The figure that the platform does not know; `null` if the amount is known. */
  readonly unknown: UnknownFigure | null;
}

/** The steps from the turnover of a report to the payments by method. */
interface Received {
  /** `null` if the platform does not know it including VAT. */
  readonly turnover: number | null;
  /** Without `otherNonRevenue` if that is 0, because few platforms have it. */
  readonly nonRevenue: readonly ReceivedStep<NonRevenueStep>[];
  readonly onAccount: readonly ReceivedStep<OnAccountStep>[];
  /** Sum of all steps, excluding the figures in `without`; `null` if a whole section is unknown. */
  readonly expected: number | null;
  /** The unknown section; `null` if there is a sum. */
  readonly missingSection: UnknownSection | null;
  /** Sum of the payment methods; `null` if the platform does not know them. */
  readonly received: number | null;
  /** `received` minus `expected`; `null` if unknown figures may explain a difference. */
  readonly difference: number | null;
  /** Whether there is no difference beyond rounding; `null` if the difference is unknown. */
  readonly holds: boolean | null;
  /** Figures that the sum excludes because the platform does not know them. */
  readonly missingFigures: readonly UnknownFigure[];
}

/**
 * Calculates from single figures instead of totals, to show where these disagree. `maxFigureError` as in `checkReport`.
 */
export function calculateReceived(report: FinancialReport, maxFigureError: Amount = 0): Received {
  const { revenue, not_paid_now: unpaid, direct_paid: direct } = report;
  const { non_revenue: other, total_turnover_wt: turnover } = revenue;
  const createStep = <Name extends ReceivedStepName>(name: Name, euros: number | null, unknown: UnknownFigure) => {
    const known = getKnownFigure(report, unknown, euros);
    return { name, euros: known, unknown: known === null ? unknown : null };
  };
  const createNonRevenueStep = <Name extends NonRevenueStep>(name: Name, figure: OtherFigure, unknown: UnknownFigure) =>
    createStep(name, other?.[figure] ?? null, other === null ? 'non_revenue' : unknown);
  const negate = (euros: number) => toEuros(0 - fromEuros(euros));
  const nonRevenue = [
    createNonRevenueStep('giftCards', 'gift_cards', 'non_revenue'),
    createNonRevenueStep('tips', 'tips', 'tips'),
    createNonRevenueStep('paymentsOnInvoice', 'payments_on_invoice', 'payments_on_invoice'),
    createNonRevenueStep('prepayments', 'prepayments', 'prepayments'),
    ...(other === null || other.other === 0 ? [] : [createNonRevenueStep('otherNonRevenue', 'other', 'non_revenue')]),
  ];
  const onAccount = [
    createStep('notPaid', unpaid && negate(unpaid.total_wt), 'not_paid_now'),
    createStep('settled', unpaid && negate(unpaid.settled_since.total_wt), 'not_paid_now'),
  ];
  const missingSection =
    turnover === null ? 'revenue_wt' : other === null ? 'non_revenue' : unpaid === null ? 'not_paid_now' : null;
  const expected =
    turnover === null || missingSection !== null
      ? null
      : fromEuros(turnover) + sumOf([...nonRevenue, ...onAccount], ({ euros }) => fromEuros(euros ?? 0));
  const received = direct && sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const missingFigures = listMissingParts(report, 'direct');
  const tolerance = maxFigureError * (1 + nonRevenue.length + onAccount.length + (direct?.payment_methods.length ?? 0));
  const isUncertain = received !== expected && missingFigures.length > 0;
  const difference = received === null || expected === null || isUncertain ? null : received - expected;
  return {
    turnover,
    nonRevenue,
    onAccount,
    expected: expected === null ? null : toEuros(expected),
    missingSection,
    received: received === null ? null : toEuros(received),
    difference: difference === null ? null : toEuros(difference),
    holds: difference === null ? null : Math.abs(difference) <= tolerance,
    missingFigures,
  };
}

type OtherFigure = keyof WholeReport['revenue']['non_revenue'];

/**
 * Whether the day was not over in Amsterdam when its figures were read. `dataAt` is the instant of the data if that is
 * older than the report.
 */
export function isDayInProgress({ date, report }: Pick<DayClosing, 'date' | 'report'>, dataAt = Infinity): boolean {
  return getDateAt(Math.min(Date.parse(report.generated_at), dataAt)) <= date;
}
