import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { CheckMark } from '../checks/check-mark.tsx';
import { ownBalance } from '../checks/own-balance.ts';
import { directLines } from '../lines/direct-lines.ts';
import { lineOf, madeFigure } from '../lines/report-line.ts';
import { StatementLine } from './statement-line.tsx';

interface BalanceLinesProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

/** The sum of the payments against what was to be received, as the platform says it; ours too where it differs. */
export function BalanceLines({ report, before }: BalanceLinesProps) {
  const { t } = useTranslation();
  const { is_balanced: isBalanced } = report.direct_paid.balance_check;
  const lines = directLines(report);
  const compared = before && directLines(before);
  const own = ownBalance(report);
  const outcome = isBalanced ? t('report.direct.balanced') : t('report.direct.unbalanced');
  return (
    <tbody>
      <StatementLine
        isTotal
        label={t('report.direct.methodsTotal')}
        line={lines.methodsTotal}
        before={compared?.methodsTotal}
      />
      <StatementLine label={t('report.direct.expected')} line={lines.expected} before={compared?.expected} />
      <StatementLine
        needsAttention={!isBalanced}
        label={
          <>
            <CheckMark holds={isBalanced} /> <span data-read>{outcome}</span>
          </>
        }
        line={lines.balance}
      />
      {own !== null && (
        <StatementLine
          needsAttention
          label={
            <>
              <CheckMark holds={false} /> <span>{t('report.direct.ownBalance')}</span>
            </>
          }
          line={lineOf('ownBalance', { inclVat: madeFigure(own.difference, 'balance') })}
        />
      )}
    </tbody>
  );
}
