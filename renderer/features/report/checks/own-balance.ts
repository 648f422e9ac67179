import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../../shared/money.ts';

type BalanceCheck = FinancialReport['direct_paid']['balance_check'];

/** The balance of the payments worked out from the figures; null where the platform's own says the same. */
export function ownBalance({
  direct_paid: direct,
}: Pick<FinancialReport, 'direct_paid'>): BalanceCheck | null {
  const paid = sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const own = balanceOf(paid, fromEuros(direct.total_wt));
  const given = direct.balance_check;
  const agrees =
    own.payments_total === given.payments_total &&
    own.expected_total === given.expected_total &&
    own.difference === given.difference &&
    own.is_balanced === given.is_balanced;
  return agrees ? null : own;
}

function balanceOf(paid: Amount, expected: Amount): BalanceCheck {
  return {
    payments_total: toEuros(paid),
    expected_total: toEuros(expected),
    difference: toEuros(paid - expected),
    is_balanced: paid === expected,
  };
}
