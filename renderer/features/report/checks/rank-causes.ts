import type { FinancialReport, ReportCheck } from '../../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros } from '../../../../shared/money.ts';
import type { Cause, RowFault } from './cause.ts';
import { suspectFigures } from './suspect-figures.ts';
import { suspectRows } from './suspect-rows.ts';

/** What rounding to 5 cents or a correction of cents comes to at most. */
const SMALL = fromEuros(0.05);
/** More amounts that happen to be the same say nothing. */
const MOST_MATCHES = 4;
const RANKS = ['first', 'second', 'third'] as const;

/**
 * What may make a check fail, the likeliest first: what the difference is equal to, to the cent and by its sign, and
 * then what is usual for the check. Nothing for a check that holds.
 */
export function rankCauses(check: ReportCheck, report: FinancialReport): readonly Cause[] {
  const difference = fromEuros(check.difference);
  if (difference === 0) return [];
  const side = check.name.endsWith('_ex') ? 'ex' : 'wt';
  const figures = suspectFigures(report, side).flatMap((suspect) => figureCauses(difference, suspect));
  const rows = suspectRows(report, check, side).flatMap(({ row, name, amount }): Cause[] => {
    const fault = rowFault(difference, amount);
    return fault === null ? [] : [{ kind: 'row', row, fault, name }];
  });
  return [
    ...withSmallRounding(difference, [...figures, ...rows]).slice(0, MOST_MATCHES),
    ...RANKS.map((rank): Cause => ({ kind: 'general', rank })),
  ];
}

type Suspect = ReturnType<typeof suspectFigures>[number];

function figureCauses(difference: Amount, { figure, reversed, amount }: Suspect): Cause[] {
  const fault = rowFault(difference, amount);
  if (fault === null) return [];
  if (fault !== 'reversed') return [{ kind: 'figure', figure }];
  return reversed ? [{ kind: 'figure', figure: reversed }] : [];
}

/** A few cents are a rounding row sooner than another small amount, unless they are just what cash rounding took. */
function withSmallRounding(difference: Amount, matches: readonly Cause[]): readonly Cause[] {
  if (Math.abs(difference) > SMALL) return matches;
  const [first, ...others] = matches;
  const small: Cause = { kind: 'smallRounding' };
  if (first?.kind === 'figure' && first.figure === 'cashRounding') return [first, small, ...others];
  return [small, ...matches];
}

/** The left side of a check adds rows up: it has too much where a row is there twice, or the total lacks it. */
function rowFault(difference: Amount, amount: Amount): RowFault | null {
  if (amount === 0) return null;
  if (difference === amount) return 'extra';
  if (difference === -amount) return 'missing';
  return Math.abs(difference) === 2 * Math.abs(amount) ? 'reversed' : null;
}
