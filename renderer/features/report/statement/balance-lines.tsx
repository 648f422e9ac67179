import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { CheckMark } from '../checks/check-mark.tsx';
import { StatementLine } from './statement-table.tsx';

type BalanceCheck = FinancialReport['direct_paid']['balance_check'];

/** The sum of the payments against what was to be received, and whether they agree. */
export function BalanceLines({ check }: { readonly check: BalanceCheck }) {
  const { t } = useTranslation();
  const outcome = check.is_balanced ? t('report.direct.balanced') : t('report.direct.unbalanced');
  return (
    <tbody>
      <StatementLine isTotal label={t('report.direct.methodsTotal')} inclVat={check.payments_total} />
      <StatementLine label={t('report.direct.expected')} inclVat={check.expected_total} />
      <StatementLine
        needsAttention={!check.is_balanced}
        label={
          <>
            <CheckMark holds={check.is_balanced} /> <span data-read>{outcome}</span>
          </>
        }
        inclVat={check.difference}
      />
    </tbody>
  );
}
